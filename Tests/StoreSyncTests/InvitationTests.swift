import Synchronization
import Testing
import TimelineCore
@testable import TimelineSync
import TimelineTestSupport
import TimelineTesting

@Suite("Invitations")
struct InvitationTests {
    private let anna: Site
    private let ben: Site
    private let mallory: Site

    init() async throws {
        anna = try await Site(.sqliteInMemory, "anna", seed: 1)
        ben = try await Site(.sqliteInMemory, "ben", seed: 2)
        mallory = try await Site(.sqliteInMemory, "mallory", seed: 3)
        try await anna.world.post(by: anna.user, "sunset")
        for site in [anna, ben, mallory] { site.world.clock.advance(by: 10) }
    }

    @Test("An invitation is bound at admission, although the session breaks")
    func binding() async throws {
        let link = try await anna.sync.invite()
        for site in [ben, mallory] { try await site.sync.follow(link) }
        // Anna's device receives the first request, and its reply is lost.
        _ = try await Conversation(ben, anna, turnLimit: 1)
        #expect(try await anna.sync.peers().map(\.user) == [ben.user])
        #expect(try await anna.sync.invitations().isEmpty)
        let stranger = try await Conversation(mallory, anna)
        #expect(stranger.server.outcome == .failed(.notInvited))
        #expect(stranger.client.outcome == .failed(.peerFailed(.notInvited)))
        #expect(try await anna.sync.peers().count == 1)
        // The same device returns with the same token.
        #expect(try await Conversation(ben, anna).isFinished)
        #expect(try await ben.captions() == ["sunset"])
    }

    @Test("Only the box key that the handshake proves identifies the bearer")
    func claim() async throws {
        let link = try await anna.sync.invite()
        let claimed = try ben.store().device
        func standing(of site: Site) async throws -> PeerTrust {
            try await anna.store()
                .admit(
                    PeerIdentity(
                        user: ben.user,
                        device: claimed,
                        invitation: link.token,
                        box: site.encryptionKey()
                    )
                )
        }
        #expect(try await standing(of: ben) == .peer)
        #expect(try await standing(of: mallory) == .stranger)
        #expect(try await standing(of: ben) == .peer)
    }

    @Test("No invitation lets anybody claim to be one of the store's devices")
    func claimedDevices() async throws {
        let laptop = try await anna.pairedDevice(.sqliteInMemory, seed: 4)
        let link = try await anna.sync.invite()
        let (store, box) = (try anna.store(), try await mallory.encryptionKey())
        func standing(claiming device: KeyID) throws -> PeerTrust {
            try store.admit(
                PeerIdentity(
                    user: mallory.user,
                    device: device,
                    invitation: link.token,
                    box: box
                )
            )
        }
        for site in [anna, laptop] {
            #expect(try standing(claiming: site.store().device) == .stranger)
        }
        #expect(try await anna.sync.invitations().count == 1)
        #expect(try standing(claiming: mallory.store().device) == .peer)
    }

    @Test("A device that claims the ID of a friend's changes nothing that is known of the friend")
    func claimedFriend() async throws {
        let link = try await anna.sync.invite()
        try await ben.sync.follow(link)
        try await ben.addPeer(anna)
        while try await Friends.connect(ben, anna).needsAnotherSync {}
        let (device, box) = (try ben.store().device, try await ben.encryptionKey())
        let memory = try anna.store().memory(of: device, owning: box)
        #expect(memory?.equality != nil)

        let invitation = try await anna.sync.invite().token
        let other = try await mallory.encryptionKey()
        let session = try anna.sync.openSession(role: .responder, peer: other)
        let standing = try session.store.admit(
            PeerIdentity(
                user: mallory.user,
                device: device,
                invitation: invitation,
                box: other
            )
        )
        #expect(standing == .peer)
        try session.store.remember(PeerMemory(), of: device, owning: other)
        anna.tick()
        try anna.sync.finish(session, .failed(.silence))
        #expect(try anna.store().memory(of: device, owning: box) == memory)
        let peers = try await anna.sync.peers()
        #expect(peers.first { $0.user == ben.user }?.failure == nil)
        #expect(peers.first { $0.user == mallory.user }?.failure == "silence")
    }

    @Test("A device whose user was removed from the list does not return with its invitation")
    func removal() async throws {
        let link = try await anna.sync.invite()
        try await ben.sync.follow(link)
        _ = try await Conversation(ben, anna, turnLimit: 1)
        try await anna.sync.removePeer(try #require(try await anna.sync.peers().first).id)
        let refused = try await Conversation(ben, anna)
        #expect(refused.client.outcome == .failed(.peerFailed(.notInvited)))
    }

    @Test("The newest link counts, and an older one does not stand in its way")
    func newest() async throws {
        let address = try PeerAddress(parsing: "tcp://192.168.1.20:4242")
        let old = try await anna.sync.invite(at: [address])
        try await ben.sync.follow(old)
        try await anna.sync.withdraw(try #require(try await anna.sync.invitations().first).id)
        ben.tick()
        let new = try await anna.sync.invite()
        try await ben.sync.follow(new)
        let box = try #require(new.box)
        #expect(try await ben.sync.invitation(from: box) == new.token)
        #expect(try await Conversation(ben, anna).isFinished)
        #expect(try await ben.captions() == ["sunset"])
    }

    @Test("The newest of the links with one address states the device there")
    func address() async throws {
        let address = try PeerAddress(parsing: "tcp://192.168.1.20:4242")
        for inviter in [mallory, anna] {
            ben.tick()
            try await ben.sync.follow(try await inviter.sync.invite(at: [address]))
        }
        #expect(try await ben.sync.encryptionKey(at: "\(address)") == anna.encryptionKey())
    }

    @Test("A place added for a peer keeps the invitation")
    func renaming() async throws {
        let link = try await anna.sync.invite()
        try await ben.sync.follow(link)
        try await ben.sync.addPeer(anna.user, name: "Anna")
        #expect(try await ben.sync.invitation(from: #require(link.box)) == link.token)
    }

    @Test("An unknown device at an address receives no byte of a session")
    func unknownDevice() async throws {
        let link = try await anna.sync.invite()
        try await ben.sync.follow(link)
        try await anna.addPeer(ben)
        let carried = Atomic(0)
        func sync(_ site: Site, with box: EncryptionKey) async throws {
            try await site.sync.session(role: .initiator, peer: box) { _ throws(SyncError) in
                carried.wrappingAdd(1, ordering: .relaxed)
                return .finished
            }
        }
        // Ben does not know Mallory, and knows Anna from her link.
        await #expect(throws: SyncError.unknownDevice) {
            try await sync(ben, with: mallory.encryptionKey())
        }
        #expect(carried.load(ordering: .relaxed) == 0)
        try await sync(ben, with: anna.encryptionKey())
        #expect(carried.load(ordering: .relaxed) == 1)
        try await ben.session.block(anna.user)
        await #expect(throws: SyncError.unknownDevice) {
            try await sync(ben, with: anna.encryptionKey())
        }
        try await ben.session.unblock(anna.user)
        for peer in try await ben.sync.peers() { try await ben.sync.removePeer(peer.id) }
        await #expect(throws: SyncError.unknownDevice) {
            try await sync(ben, with: anna.encryptionKey())
        }
        #expect(carried.load(ordering: .relaxed) == 1)
    }
}
