import HostileSessions
import Testing
import TimelineCore
@testable import TimelineSync
import TimelineTestSupport
import TimelineTesting

@Suite("Hostile sessions")
struct HostileSessionTests {
    @Test("A store survives the sessions of a hostile friend", arguments: Storage.allCases)
    func friend(storage: Storage) async throws {
        let anna = try await Site(storage, "anna", seed: 1)
        let ben = try await Site(storage, "ben", seed: 2)
        let mallory = try #require(PeerDevice("mallory"))
        try await anna.world.post(by: anna.user, "sunset")
        try await anna.sync.follow(try mallory.link())
        let token = try await anna.sync.invite().token
        let store = try anna.store()
        let time = SyncTime(
            milliseconds: anna.world.clock.environment.present.milliseconds,
            uptime: 1000
        )
        var random = SplitMix64(seed: 7)
        var admitted = 0
        for number in 0..<TestEffort.count(40, full: 2000) {
            let role: SessionConfiguration.Role = number % 2 == 0 ? .initiator : .responder
            let count = random.below(600)
            let choices = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            var peer = try HostilePeer(
                mallory,
                as: role,
                against: (anna.user, store.device),
                invitation: token,
                choosing: choices,
                at: time
            )
            var session = try anna.sync.openSession(
                role: role == .initiator ? .responder : .initiator,
                peer: try #require(mallory.box.encryptionKey)
            )
            let turns = peer.attack(&session)
            let outcome = try #require(session.outcome)
            try anna.sync.finish(session, outcome)
            if outcome != .failed(.notInvited) { admitted += 1 }
            #expect(turns < HostilePeer.turnLimit)
            #expect(outcome.isHarmless, "\(outcome) in session \(number)")
        }
        #expect(admitted > 10)
        try await ben.addPeer(anna)
        try await ben.world.post(by: ben.user, "honest")
        try await anna.addPeer(ben)
        try await anna.sync.follow(ben.user)
        while try await Friends.connect(anna, ben).needsAnotherSync {}
        #expect(try await anna.captions().contains("honest"))
        #expect(try await anna.world.owner.examine().isEmpty)
    }
}

extension PeerDevice {
    /// Returns an invitation of the device.
    fileprivate func link() throws -> InvitationLink {
        try InvitationLink(
            root: root.verifyingKey,
            username: "mallory",
            addresses: [],
            token: #require(SyncToken(bytes: [UInt8](repeating: 1, count: 16))),
            expiry: 1 << 47,
            box: box.encryptionKey
        )
    }
}

extension SessionOutcome {
    /// Whether the session ended without a failure of the store.
    fileprivate var isHarmless: Bool {
        if case .failed(.store) = self { return false }
        return true
    }
}
