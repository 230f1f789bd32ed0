import Foundation
import Testing
import TimelineCore
@testable import TimelineSync
import TimelineTestSupport
import TimelineTesting

@Suite("Pairing and inviting")
struct PairingTests {
    @Test("A paired device shares posts, blocks and peers", arguments: Storage.allCases)
    func pairing(storage: Storage) async throws {
        let laptop = try await Site(storage, "anna", seed: 1)
        let friend = User.ID(rootKey: SigningKey().verifyingKey)
        try await laptop.world.post(by: laptop.user, "from the laptop", seed: 1)
        let phone = try await laptop.pairedDevice(storage, seed: 2, name: "phone")
        #expect(try await phone.world.logIn("anna").user.username == "anna")
        phone.world.clock.advance(by: 10)
        try await phone.world.post(by: phone.user, "from the phone", seed: 2)
        try await laptop.session.block(friend)
        try await laptop.sync.addPeer(friend)
        try await Friends.connect(phone, laptop)
        for site in [laptop, phone] {
            #expect(try await site.captions() == ["from the phone", "from the laptop"])
            #expect(try await site.sync.status().missingPictureCount == 0)
            #expect(try await site.session.blockedUsers().map(\.id) == [friend])
            #expect(try await site.sync.peers().map(\.user) == [friend])
            #expect(try await site.sync.devices().count == 2)
        }
        #expect(try laptop.records(of: [laptop.user]) == phone.records(of: [laptop.user]))
        #expect(try await laptop.sync.devices().map(\.name) == [nil, "phone"])
        let folder = try TemporaryFolder.make().path
        try await phone.world.post(by: phone.user, "through the folder", seed: 3)
        try await phone.sync.sync(folder: folder, isOwn: true)
        laptop.world.clock.advance(by: 60)
        try await laptop.sync.sync(folder: folder, isOwn: true)
        #expect(try await laptop.captions().first == "through the folder")
    }

    @Test("A wrong code or password opens nothing")
    func wrongSecrets() async throws {
        let laptop = try await Site(.inMemory, "anna", seed: 1)
        let (file, code) = try await laptop.sync.pair(password: TestWorld.password)
        let world = try TestWorld(.inMemory, seed: 2)
        var generator = SystemRandomNumberGenerator()
        let wrong = PairingCode(using: &generator)
        for (code, password) in [(wrong, TestWorld.password), (code, Password("wrong one"))] {
            await #expect(throws: PairingError.wrongSecret) {
                try await StoreSync.pair(
                    from: file,
                    code: code,
                    password: password,
                    into: world.owner,
                    partialBlobs: TemporaryFolder.make()
                )
            }
        }
        #expect(try world.repository.read { try $1.users() }.isEmpty)
        await #expect(throws: TimelineError.wrongOwnPassword) {
            try await laptop.sync.pair(password: Password("wrong one"))
        }
        let bytes = Data(file)
        let keys = try #require(
            try laptop.world.repository.read { try $1.keys(of: laptop.user) }
        )
        #expect(bytes.range(of: Data("example.org".utf8)) == nil)
        #expect(bytes.range(of: Data(keys.device.seed)) == nil)
    }

    @Test("An ended device is shut out, and its later posts are void", arguments: Storage.allCases)
    func lostDevice(storage: Storage) async throws {
        let laptop = try await Site(storage, "anna", seed: 1)
        let phone = try await laptop.pairedDevice(storage, seed: 2, name: "phone")
        try await Friends.connect(phone, laptop)
        let lost = try #require(try await phone.sync.devices().first(where: \.isThis)).id
        laptop.world.clock.advance(by: 10)
        try await laptop.sync.revokeDevice(lost, password: TestWorld.password)
        phone.world.clock.advance(by: 100)
        try await phone.world.post(by: phone.user, "by the thief", seed: 3)
        laptop.world.clock.advance(by: 200)
        await #expect(throws: SyncError.peerFailed(.deviceRevoked)) {
            try await Friends.connect(phone, laptop)
        }
        let folder = try TemporaryFolder.make().path
        for _ in 0..<2 {
            try await phone.sync.sync(folder: folder, isOwn: true)
            try await laptop.sync.sync(folder: folder, isOwn: true)
        }
        #expect(try await laptop.captions().isEmpty)
        #expect(try await phone.captions().isEmpty)
        #expect(try await laptop.sync.devices().first { $0.id == lost }?.revokedAt != nil)
    }

    @Test("An ended device learns of its end from your devices", arguments: Storage.allCases)
    func endedDevice(storage: Storage) async throws {
        let laptop = try await Site(storage, "anna", seed: 1)
        let phone = try await laptop.pairedDevice(storage, seed: 2, name: "phone")
        try await Friends.connect(phone, laptop)
        let lost = try phone.store().device
        laptop.world.clock.advance(by: 10)
        try await laptop.sync.revokeDevice(lost, password: TestWorld.password)
        #expect(try await !phone.sync.status().needsNewKey)
        await #expect(throws: SyncError.deviceRevoked) { try await Friends.connect(laptop, phone) }
        #expect(try await phone.sync.status().needsNewKey)
        phone.world.clock.advance(by: 20)
        // The record that ends the device has not arrived.
        await #expect(throws: TimelineError.deviceKeyRevoked) {
            try await phone.world.post(by: phone.user, "lost")
        }
        let folder = try TemporaryFolder.make().path
        #expect(try await !phone.sync.sync(folder: folder, isOwn: true).isKeyUsedElsewhere)
        #expect(try await phone.world.logIn("anna").hasNewDeviceKey)
        #expect(try phone.store().device != lost)
    }

    @Test("Only its box key proves an ended device", arguments: Storage.allCases)
    func unprovenEndedDevice(storage: Storage) async throws {
        let laptop = try await Site(storage, "anna", seed: 1)
        _ = try await laptop.pairedDevice(storage, seed: 2)
        let lost = try #require(try await laptop.sync.devices().first { !$0.isThis }).id
        laptop.world.clock.advance(by: 10)
        try await laptop.sync.revokeDevice(lost, password: TestWorld.password)
        let devices = try laptop.world.repository.read {
            try $0.devices(of: laptop.user)
        }
        let box = try #require(devices.first { $0.id == lost }).certificate.box
        let other = try #require(EncryptionKey(bytes: [UInt8](repeating: 7, count: 32)))
        let store = try laptop.store()
        func standing(_ box: EncryptionKey?) throws -> PeerTrust {
            let user = laptop.user
            return try store.admit(
                PeerIdentity(user: user, device: lost, invitation: nil, box: box)
            )
        }
        #expect(throws: SyncError.deviceRevoked) { try standing(box) }
        #expect(try standing(other) == .stranger)
        #expect(try standing(nil) == .stranger)
    }

    @Test("A device that was ended reports it for every change", arguments: Storage.allCases)
    func changesOnEndedDevice(storage: Storage) async throws {
        let laptop = try await Site(storage, "anna", seed: 1)
        let friend = try await laptop.world.user("ben")
        let post = try await laptop.world.post(by: laptop.user, "sunset")
        let phone = try await laptop.pairedDevice(storage, seed: 2, name: "phone")
        let folder = try TemporaryFolder.make().path
        phone.world.clock.advance(by: 10)
        laptop.world.clock.advance(by: 10)
        try await laptop.sync.sync(folder: folder, isOwn: true)
        try await phone.sync.sync(folder: folder, isOwn: true)
        let session = phone.session
        let comment = try await session.comment(on: post.id, "from the phone").id
        let ended = try phone.store().device
        laptop.world.clock.advance(by: 10)
        phone.world.clock.advance(by: 20)
        try await phone.sync.sync(folder: folder, isOwn: true)
        try await laptop.sync.sync(folder: folder, isOwn: true)
        try await laptop.sync.revokeDevice(ended, password: TestWorld.password)
        try await laptop.sync.sync(folder: folder, isOwn: true)
        try await phone.sync.sync(folder: folder, isOwn: true)
        phone.tick()
        let changes: [@Sendable () async throws -> Void] = [
            { _ = try await session.post([TestPhotos.file(seed: 7)], caption: "lost") },
            { try await session.edit(post.id, caption: "lost") },
            { try await session.delete(post.id) },
            { _ = try await session.like(post.id) },
            { _ = try await session.comment(on: post.id, "lost") },
            { try await session.delete(comment) },
            { try await phone.sync.follow(friend) },
        ]
        for change in changes {
            await #expect(throws: TimelineError.deviceKeyRevoked) { try await change() }
        }
        #expect(try !phone.world.blobs.contains(BlobID(of: TestPhotos.png(seed: 7))))
        #expect(try await phone.world.logIn("anna").hasNewDeviceKey)
        for change in changes.prefix(2) { try await change() }
        #expect(try await phone.captions() == ["lost", "lost"])
    }

    @Test("An export restores the identity on a new device", arguments: Storage.allCases)
    func export(storage: Storage) async throws {
        let laptop = try await Site(storage, "anna", seed: 1)
        #expect(try await !laptop.sync.status().isIdentityExported)
        let file = try await laptop.sync.exportIdentity(password: TestWorld.password)
        #expect(try await laptop.sync.status().isIdentityExported)
        let world = try TestWorld(storage, seed: 2)
        let restored = try await StoreSync.importIdentity(
            from: file,
            password: TestWorld.password,
            into: world.owner,
            partialBlobs: TemporaryFolder.make()
        )
        #expect(restored.user == laptop.user)
        #expect(try await restored.devices().count == 2)
        #expect(try await world.logIn("anna").user.id == laptop.user)
        let phone = try await Site(world, user: laptop.user)
        phone.world.clock.advance(by: 10)
        try await phone.world.post(by: phone.user, "back again", seed: 1)
        // The laptop has not heard of the new device yet, but shares a folder with it.
        let folder = try TemporaryFolder.make().path
        try await phone.sync.sync(folder: folder, isOwn: true)
        laptop.world.clock.advance(by: 20)
        try await laptop.sync.sync(folder: folder, isOwn: true)
        #expect(try await laptop.captions() == ["back again"])
    }

    @Test("An export names the peers, whose profiles have not arrived on the new device")
    func names() async throws {
        let friends = try await Friends(.inMemory)
        try await friends.ben.sync.follow(friends.anna.user)
        try await friends.syncFolder()
        let file = try await friends.ben.sync.exportIdentity(password: TestWorld.password)
        let restored = try await StoreSync.importIdentity(
            from: file,
            password: TestWorld.password,
            into: TestWorld(.inMemory, seed: 9).owner,
            partialBlobs: TemporaryFolder.make()
        )
        let peer = try await restored.status().peers.first { $0.user == friends.anna.user }
        #expect(peer?.name == "anna" && peer?.username == nil)
    }

    @Test("An export makes the root key usable after the password was reset")
    func reset() async throws {
        let laptop = try await Site(.inMemory, "anna", seed: 1)
        let file = try await laptop.sync.exportIdentity(password: TestWorld.password)
        let new = Password("another good password")
        try await laptop.world.owner.resetPassword(of: "anna", to: new)
        await #expect(throws: TimelineError.rootKeySealed) {
            try await laptop.sync.pair(password: new)
        }
        _ = try await StoreSync.importIdentity(
            from: file,
            password: TestWorld.password,
            current: new,
            into: laptop.world.owner,
            partialBlobs: TemporaryFolder.make()
        )
        _ = try await laptop.sync.pair(password: new)
    }

    @Test("An invitation lets one device in, once", arguments: Storage.allCases)
    func invitation(storage: Storage) async throws {
        let anna = try await Site(storage, "anna", seed: 1)
        let ben = try await Site(storage, "ben", seed: 2)
        let mallory = try await Site(storage, "mallory", seed: 3)
        try await anna.world.post(by: anna.user, "hello", seed: 1)
        let text = try await anna.sync.invite().description
        #expect(try await anna.sync.invitations().count == 1)
        let link = try InvitationLink(parsing: text)
        try await ben.sync.follow(link)
        let box = try await anna.encryptionKey()
        #expect(try await ben.sync.invitation(from: box) == link.token)
        try await Friends.connect(ben, anna)
        #expect(try await ben.captions() == ["hello"])
        #expect(try await anna.sync.invitations().isEmpty)
        #expect(try await anna.sync.peers().map(\.user) == [ben.user])
        #expect(try await ben.sync.invitation(from: box) == nil)
        try await Friends.connect(ben, anna)
        try await mallory.sync.follow(link)
        #expect(try await mallory.sync.invitation(from: box) == link.token)
        await #expect(throws: SyncError.peerFailed(.notInvited)) {
            try await Friends.connect(mallory, anna)
        }
        let late = try await anna.sync.invite()
        mallory.world.clock.advance(by: 8 * 86_400)
        await #expect(throws: SyncError.notInvited) { try await mallory.sync.follow(late) }
    }
}
