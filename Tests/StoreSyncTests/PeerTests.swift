import Foundation
import Testing
import TimelineCore
@testable import TimelineSync
import TimelineTestSupport
import TimelineTesting

@Suite("Peers")
struct PeerTests {
    @Test("A stranger is not let in, nor is one with a withdrawn link", arguments: Storage.allCases)
    func stranger(storage: Storage) async throws {
        let friends = try await Friends(storage)
        let mallory = try await Site(storage, "mallory", seed: 3)
        let known = Set(try await friends.anna.sync.invitations().map(\.id))
        try await mallory.addPeer(friends.anna)
        for invitation in try await friends.anna.sync.invitations()
        where !known.contains(invitation.id) {
            try await friends.anna.sync.withdraw(invitation.id)
        }
        await #expect(throws: SyncError.peerFailed(.notInvited)) {
            try await Friends.connect(mallory, friends.anna)
        }
    }

    @Test(
        "A pipe proves no device: only its box key does",
        arguments: [SessionConfiguration.Role.initiator, .responder],
        [false, true]
    )
    func pipes(role: SessionConfiguration.Role, isGenuine: Bool) async throws {
        let laptop = try await Site(.sqliteInMemory, "anna", seed: 1)
        let phone = try await laptop.pairedDevice(.sqliteInMemory, seed: 2)
        for site in [laptop, phone] { site.world.clock.advance(by: 10) }
        try await phone.session.block(User.ID(UUID()))
        let key = isGenuine ? try await laptop.sync.noiseKey() : NoiseKey()
        let result = try await Impostor(device: laptop, key: key).meet(phone, as: role)
        #expect(result.privateCount == (isGenuine ? 1 : 0))
        let error: SyncError = role == .initiator ? .unknownDevice : .notInvited
        if !isGenuine { #expect(result.error as? SyncError == error) }
    }

    @Test("An invitation is presented only to the device in its link")
    func invitation() async throws {
        let anna = try await Site(.sqliteInMemory, "anna", seed: 1)
        let ben = try await Site(.sqliteInMemory, "ben", seed: 2)
        let link = try await anna.sync.invite()
        try await ben.sync.follow(link)
        for isGenuine in [false, true] {
            let key = isGenuine ? try await anna.sync.noiseKey() : NoiseKey()
            let result = try await Impostor(device: anna, key: key)
                .meet(ben, as: .initiator, lookingFor: link.token)
            #expect(result.hasInvitation == isGenuine)
        }
    }

    @Test("Records of users that nobody follows are not accepted", arguments: Storage.allCases)
    func unwanted(storage: Storage) async throws {
        let friends = try await Friends(storage)
        let mallory = try await Site(storage, "mallory", seed: 3)
        try await mallory.world.post(by: mallory.user, "spam")
        try await mallory.sync.sync(folder: friends.folder, isOwn: false)
        try await friends.ben.sync.follow(friends.anna.user)
        try await friends.syncFolder()
        #expect(try friends.ben.records(of: [mallory.user]).isEmpty)
    }

    @Test("Records of blocked users are rejected until the block ends", arguments: Storage.allCases)
    func blocked(storage: Storage) async throws {
        let friends = try await Friends(storage)
        let (anna, ben) = (friends.anna, friends.ben)
        let post = try await anna.world.post(by: anna.user, "sunset").id
        try await ben.sync.follow(anna.user)
        try await friends.syncFolder()
        try await anna.session.block(ben.user)
        ben.tick()
        _ = try await ben.session.comment(on: post, "rude")
        try await friends.syncFolder()
        #expect(try await anna.session.comments(on: post).isEmpty)
        #expect(try await anna.session.blockedUsers().map(\.id) == [ben.user])
        #expect(try await anna.sync.status().rejectedRecords == 1)
        await #expect(throws: SyncError.peerFailed(.notInvited)) {
            try await friends.syncOnce()
        }
        try await anna.session.unblock(ben.user)
        #expect(try await anna.sync.status().rejectedRecords == 0)
        try await friends.syncPipes()
        #expect(try await anna.session.comments(on: post).map(\.text) == ["rude"])
    }

    @Test("A block within a store does not cut off the blocked user's own devices")
    func blockedHousemate() async throws {
        let anna = try await Site(.sqliteInMemory, "anna", seed: 1)
        let ben = try await Site(anna.world, user: anna.world.user("ben"))
        let phone = try await ben.pairedDevice(.sqliteInMemory, seed: 2)
        anna.tick()
        let post = try await anna.world.post(by: anna.user, "sunset").id
        try await ben.session.follow(anna.user)
        while try await Friends.connect(phone, ben).needsAnotherSync {}
        try await anna.session.block(ben.user)
        phone.world.clock.advance(by: 10)
        _ = try await phone.session.comment(on: post, "rude")
        try await phone.world.post(by: ben.user, "mine")
        while try await Friends.connect(phone, ben).needsAnotherSync {}
        #expect(try await ben.captions() == ["mine"])
        // What a device that knew of no block has signed is hidden from both.
        #expect(try await anna.session.comments(on: post).isEmpty)
        #expect(try await anna.session.activity().items.isEmpty)
        #expect(try await anna.session.page(of: .everyone).posts.map(\.id) == [post])
    }

    @Test("After the end of a block, a folder is read again", arguments: Storage.allCases)
    func unblockedFolder(storage: Storage) async throws {
        let friends = try await Friends(storage)
        let (anna, ben) = (friends.anna, friends.ben)
        let post = try await anna.world.post(by: anna.user, "sunset").id
        try await ben.sync.follow(anna.user)
        try await friends.syncFolder()
        let phone = try await anna.pairedDevice(storage, seed: 9)
        try await anna.session.block(ben.user)
        while try await Friends.connect(phone, anna).needsAnotherSync {}
        ben.world.clock.advance(by: 5)
        _ = try await ben.session.comment(on: post, "sorry")
        for site in [ben, anna, phone] {
            site.world.clock.advance(by: 5)
            try await site.sync.sync(folder: friends.folder, isOwn: false)
        }
        #expect(try await anna.session.comments(on: post).isEmpty)
        #expect(try await phone.session.comments(on: post).isEmpty)
        anna.world.clock.advance(by: 5)
        try await anna.session.unblock(ben.user)
        // The phone learns of it while neither has the comment.
        try await Friends.connect(phone, anna)
        for site in [anna, phone] {
            try await site.sync.sync(folder: friends.folder, isOwn: false)
            #expect(try await site.session.comments(on: post).map(\.text) == ["sorry"])
        }
    }

    @Test("A box key proves a device, and an unknown one does not", arguments: Storage.allCases)
    func boxKeys(storage: Storage) async throws {
        let friends = try await Friends(storage)
        let (anna, ben) = (friends.anna, friends.ben)
        try await ben.sync.follow(anna.user)
        try await friends.syncPipes()
        let (store, peer) = (try anna.store(), try ben.store())
        let certificate = try #require(
            try ben.world.repository.read { try $0.devices(of: ben.user) }.first
        )
        .certificate
        func standing(_ box: EncryptionKey?, device: KeyID? = nil) throws -> PeerTrust {
            try store.admit(
                PeerIdentity(
                    user: ben.user,
                    device: device ?? peer.device,
                    invitation: nil,
                    box: box
                )
            )
        }
        let other = try #require(EncryptionKey(bytes: [UInt8](repeating: 7, count: 32)))
        #expect(try standing(certificate.box) == .peer)
        #expect(try standing(other) == .stranger)
        // A device with the box key of a known one has a new key.
        #expect(try standing(certificate.box, device: KeyID(bytes: 0..<8)) == .peer)
        #expect(try standing(other, device: KeyID(bytes: 0..<8)) == .stranger)
        #expect(try standing(nil) == .stranger)
        // Whoever has a revoked device does not return with a made-up key.
        let phone = try await ben.pairedDevice(storage, seed: 9)
        let (box, id) = (try await phone.encryptionKey(), try phone.store().device)
        try await friends.syncPipes()
        #expect(try standing(box, device: id) == .peer)
        try await ben.sync.revokeDevice(id, password: TestWorld.password)
        try await friends.syncPipes()
        for device in [id, KeyID(bytes: 0..<8)] {
            #expect(try standing(box, device: device) == .stranger)
        }
        try await anna.sync.removePeer(try #require(try await anna.sync.peers().first).id)
        #expect(try standing(certificate.box) == .stranger)
        #expect(try await anna.sync.peers().isEmpty)
    }

    @Test("Another device at a saved address receives nothing", arguments: Storage.allCases)
    func impostor(storage: Storage) async throws {
        let anna = try await Site(storage, "anna", seed: 1)
        let ben = try await Site(storage, "ben", seed: 2)
        try await anna.sync.addPeer(ben.user, at: "tcp://192.168.1.20:4242")
        let store = try anna.store(isOutgoing: true)
        let device = try #require(KeyID(bytes: 0..<8))
        func standing(of user: User.ID, _ box: EncryptionKey) throws -> PeerTrust {
            try store.admit(
                PeerIdentity(
                    user: user,
                    device: device,
                    invitation: nil,
                    box: box
                )
            )
        }
        let other = try #require(EncryptionKey(bytes: [UInt8](repeating: 7, count: 32)))
        for user in [ben.user, anna.user] {
            #expect(try standing(of: user, other) == .stranger)
        }
        // A link states the box key of a device whose records have not arrived.
        let link = try await ben.sync.invite()
        let box = try #require(link.box)
        #expect(try standing(of: ben.user, box) == .stranger)
        try await anna.sync.follow(link)
        #expect(try standing(of: ben.user, box) == .peer)
        #expect(try standing(of: ben.user, other) == .stranger)
        #expect(try standing(of: anna.user, box) == .stranger)
    }

    @Test("Devices are listed, and can be named")
    func devices() async throws {
        let site = try await Site(.inMemory, "anna", seed: 1)
        let device = try #require(try await site.sync.devices().first)
        #expect(device.isThis && device.revokedAt == nil && device.name == nil)
        try await site.sync.setName("laptop", of: device.id)
        #expect(try await site.sync.devices().map(\.name) == ["laptop"])
    }
}
