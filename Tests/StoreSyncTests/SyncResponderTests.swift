import Foundation
import Testing
import TimelineCore
@testable import TimelineSync
import TimelineTestSupport
import TimelineTesting

@Suite("Sessions in separate requests")
struct SyncResponderTests {
    /// A client that sends requests to a responder.
    private struct Client {
        let responder: SyncResponder
        var handshake: SecureHandshake
        var channel: SecureChannel?
        var id: String?
        var username: String?
        /// The bodies of the requests so far.
        private(set) var bodies: [[UInt8]] = []

        init(_ responder: SyncResponder, key: NoiseKey, username: String? = nil) {
            self.responder = responder
            self.username = username
            handshake = SecureHandshake(role: .initiator, key: key)
        }

        mutating func post(_ body: [UInt8]) async throws -> [UInt8] {
            bodies.append(body)
            let answer = try await responder.answer(
                body,
                in: id,
                for: username,
                from: "127.0.0.1"
            )
            id = answer.session
            return answer.bytes
        }

        /// Performs the handshake, except for its last message.
        ///
        /// - Returns: The last message.
        mutating func connect() async throws -> [UInt8] {
            let reply = try await post(try handshake.advance())
            let last = try handshake.advance(with: reply)
            channel = try handshake.channel()
            return last
        }

        /// Runs a session of a site to its end.
        mutating func run(
            _ site: Site,
            invitation: SyncToken? = nil
        ) async throws -> SessionOutcome? {
            var pending = try await connect()
            let peer = try #require(channel?.peer)
            var session = try site.sync.openSession(
                role: .initiator,
                peer: peer,
                invitation: invitation
            )
            var request = session.start(at: .present(site.world.clock.environment))
            while session.outcome == nil {
                let sealed = try channel?.seal(request) ?? []
                let reply = try await post(pending + sealed)
                pending = []
                let plaintext = try channel?.open(reply) ?? []
                request = session.receive(plaintext, at: .present(site.world.clock.environment))
            }
            if id != nil { _ = try await post([]) }
            let outcome = try #require(session.outcome)
            try site.sync.finish(session, outcome)
            return outcome
        }
    }

    private let friends: Friends
    private let responder: SyncResponder
    private let uptime = TestClock()

    /// A clock that a test advances.
    private final class TestClock: Sendable {
        let milliseconds = Lock<UInt64>(1_000_000)
        /// The times by which the next pauses advance the clock.
        ///
        /// Once none is left, a pause ends the checks.
        let pauses = Lock<[UInt64]>([])

        func pause() throws {
            let time = pauses.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            guard let time else { throw CancellationError() }
            milliseconds.withLock { $0 += time }
        }
    }

    private var anna: Site { friends.anna }
    private var ben: Site { friends.ben }

    init() async throws {
        friends = try await Friends(.sqliteInMemory)
        let uptime = uptime
        responder = SyncResponder(
            owner: friends.anna.world.owner,
            partialBlobs: friends.anna.partials
        ) {
            try uptime.pause()
        } uptime: {
            uptime.milliseconds.withLock { $0 }
        }
        // Both have each other's keys, as after a first sync.
        try await friends.ben.sync.follow(friends.anna.user)
        try await friends.syncPipes()
    }

    private func client(
        of site: Site,
        username: String? = nil
    ) async throws -> Client {
        Client(responder, key: try await site.sync.noiseKey(), username: username)
    }

    @Test("A friend receives posts with their pictures, and both note that they are equal")
    func friend() async throws {
        for index in 1...3 {
            try await anna.world.post(by: anna.user, "post \(index)", seed: index)
        }
        for site in [anna, ben] { site.tick() }
        var client = try await client(of: ben)
        #expect(try await client.run(ben) == .finished)
        #expect(try await ben.captions() == ["post 3", "post 2", "post 1"])
        #expect(try await ben.sync.status().missingPictureCount == 0)
        #expect(responder.sessionCount == 0)
        let peer = try #require(try await anna.sync.peers().first)
        #expect(peer.lastSync == peer.lastEqual && peer.failure == nil)
        // A second session takes one turn, and an empty request ends it.
        for site in [anna, ben] { site.tick() }
        var second = try await self.client(of: ben)
        #expect(try await second.run(ben) == .finished)
        #expect(second.bodies.count == 3 && second.bodies.last == [])
        #expect(responder.sessionCount == 0)
        let again = try #require(try await anna.sync.peers().first)
        #expect(again.lastEqual == again.lastSync && again.lastSync != peer.lastSync)
    }

    @Test("Nothing can be read on the way")
    func encrypted() async throws {
        ben.tick()
        try await ben.world.post(by: ben.user, "a secret beach")
        try await anna.sync.follow(ben.user)
        var client = try await client(of: ben)
        #expect(try await client.run(ben) == .finished)
        let sent = Data(client.bodies.flatMap(\.self))
        #expect(try await anna.captions() == ["a secret beach"])
        #expect(sent.range(of: Data("beach".utf8)) == nil)
    }

    @Test("A stranger receives nothing, and costs no session")
    func stranger() async throws {
        let mallory = try await Site(.inMemory, "mallory", seed: 3)
        try await anna.world.post(by: anna.user, "for friends")
        try await mallory.addPeer(anna)
        try await mallory.sync.follow(anna.user)
        var client = try await client(of: mallory)
        #expect(try await client.run(mallory) == .failed(.peerFailed(.notInvited)))
        #expect(try await mallory.captions().isEmpty)
        #expect(responder.sessionCount == 0)
        // The key of another device does not prove that it is Ben's.
        var thief = Client(responder, key: NoiseKey())
        #expect(try await thief.run(ben) == .failed(.peerFailed(.notInvited)))
    }

    @Test("A blocked user and an ended peer are strangers")
    func blocked() async throws {
        try await anna.session.block(ben.user)
        var client = try await client(of: ben)
        #expect(try await client.run(ben) == .failed(.peerFailed(.notInvited)))
    }

    @Test("The bearer of an invitation syncs once")
    func invitation() async throws {
        let luke = try await Site(.inMemory, "luke", seed: 4)
        try await anna.world.post(by: anna.user, "two suns")
        let link = try await anna.sync.invite()
        try await luke.sync.follow(link)
        for site in [anna, luke] { site.tick() }
        var client = try await client(of: luke)
        #expect(link.box == client.channel?.peer || client.channel == nil)
        #expect(try await client.run(luke, invitation: link.token) == .finished)
        #expect(try await luke.captions() == ["two suns"])
        let mallory = try await Site(.inMemory, "mallory", seed: 3)
        try await mallory.addPeer(anna)
        var thief = try await self.client(of: mallory)
        let outcome = try await thief.run(mallory, invitation: link.token)
        #expect(outcome == .failed(.peerFailed(.notInvited)))
    }

    @Test("A username selects a user, and is necessary if there are several")
    func usernames() async throws {
        var named = try await client(of: ben, username: "anna")
        #expect(try await named.run(ben) == .finished)
        for username in ["nobody", "ben", "", "a b"] {
            var other = try await client(of: ben, username: username)
            await #expect(throws: SyncRequestError.unknownUser) { try await other.run(ben) }
        }
        _ = try await anna.world.user("amy")
        var unnamed = try await client(of: ben)
        await #expect(throws: SyncRequestError.severalUsers) { try await unnamed.run(ben) }
    }

    @Test("A user with a deleted account is answered for until another one signs up")
    func leaver() async throws {
        try await anna.world.post(by: anna.user, "for a while")
        var first = try await client(of: ben)
        #expect(try await first.run(ben) == .finished)
        #expect(try await ben.captions() == ["for a while"])
        for site in [anna, ben] { site.tick() }
        try await anna.session.deleteAccount(password: TestWorld.password)
        var second = try await client(of: ben)
        #expect(try await second.run(ben) == .finished)
        #expect(try await ben.captions() == [])
        _ = try await anna.world.user("amy")
        var third = try await client(of: ben)
        await #expect(throws: SyncError.unknownDevice) { try await third.run(ben) }
    }

    // MARK: Hostile requests

    @Test("Garbage ends a session", arguments: 0..<20 as Range<UInt64>)
    func garbage(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        var client = try await client(of: ben)
        await #expect(throws: SyncRequestError.malformed) {
            _ = try await client.post(random.bytes(1 + Int(seed) * 20))
        }
        var second = try await self.client(of: ben)
        let last = try await second.connect()
        await #expect(throws: SyncRequestError.malformed) {
            _ = try await second.post(seed % 2 == 0 ? random.bytes(66) : last + random.bytes(60))
        }
        #expect(responder.sessionCount == 0)
    }

    @Test("A repeated request, and one after the end, are rejected")
    func repeated() async throws {
        var client = try await client(of: ben)
        let last = try await client.connect()
        let peer = try #require(client.channel?.peer)
        var session = try ben.sync.openSession(role: .initiator, peer: peer)
        let first = session.start(at: .present(ben.world.clock.environment))
        let body = last + (try client.channel?.seal(first) ?? [])
        _ = try await client.post(body)
        let id = try #require(client.id)
        await #expect(throws: SyncRequestError.malformed) { _ = try await client.post(body) }
        client.id = id
        await #expect(throws: SyncRequestError.unknownSession) { _ = try await client.post([]) }
        client.id = "0000"
        await #expect(throws: SyncRequestError.unknownSession) { _ = try await client.post([1]) }
    }

    @Test("Only a known peer may send a long request")
    func long() async throws {
        let limit = HTTPLimits.strangerRequest
        #expect(responder.limit(ofRequestIn: nil) == limit)
        var client = try await client(of: ben)
        await #expect(throws: SyncRequestError.malformed) {
            _ = try await client.post([UInt8](repeating: 0, count: limit + 1))
        }
        let last = try await client.connect()
        #expect(responder.limit(ofRequestIn: client.id) == limit)
        let peer = try #require(client.channel?.peer)
        var session = try ben.sync.openSession(role: .initiator, peer: peer)
        let first = session.start(at: .present(ben.world.clock.environment))
        _ = try await client.post(last + (try client.channel?.seal(first) ?? []))
        #expect(responder.limit(ofRequestIn: client.id) == HTTPLimits.body)
        #expect(responder.limit(ofRequestIn: "0000") == limit)
    }

    @Test("Silent strangers end each other's sessions, and keep no peer waiting")
    func strangers() async throws {
        for index in 0..<200 {
            var client = try await client(of: ben)
            let answer = try await responder.answer(
                try client.handshake.advance(),
                in: nil,
                for: nil,
                from: "10.0.0.\(index % 20)"
            )
            #expect(answer.session != nil)
        }
        #expect(responder.sessionCount <= HTTPLimits.strangers)
        var client = try await client(of: ben)
        #expect(try await client.run(ben) == .finished)
        uptime.milliseconds.withLock { $0 += HTTPLimits.handshake }
        client = try await self.client(of: ben)
        #expect(try await client.run(ben) == .finished)
        #expect(responder.sessionCount == 0)
    }

    /// Starts a session as Ben, and sends the first turn.
    private func startSession() async throws {
        var client = try await client(of: ben)
        let last = try await client.connect()
        let peer = try #require(client.channel?.peer)
        var session = try ben.sync.openSession(role: .initiator, peer: peer)
        let first = session.start(at: .present(ben.world.clock.environment))
        _ = try await client.post(last + (try client.channel?.seal(first) ?? []))
    }

    @Test("A peer that falls silent is noted as such")
    func silence() async throws {
        try await anna.world.post(by: anna.user, "half sent")
        try await startSession()
        #expect(responder.sessionCount == 1)
        uptime.milliseconds.withLock { $0 += SessionLimits.silence }
        var second = try await self.client(of: ben)
        _ = try await second.connect()
        #expect(try await anna.sync.peers().first?.failure == "silence")
        #expect(responder.sessionCount == 1)
    }

    @Test("Sessions end without a further request once their time is over")
    func idle() async throws {
        try await anna.world.post(by: anna.user, "half sent")
        try await startSession()
        var stranger = try await client(of: ben)
        _ = try await stranger.connect()
        #expect(responder.sessionCount == 2)
        uptime.pauses.withLock { $0 = [HTTPLimits.handshake - 1] }
        await responder.endSilentSessions()
        #expect(responder.sessionCount == 2)
        uptime.pauses.withLock { $0 = [1] }
        await responder.endSilentSessions()
        #expect(responder.sessionCount == 1)
        #expect(try await anna.sync.peers().first?.failure == nil)
        uptime.pauses.withLock { $0 = [1, SessionLimits.silence] }
        await responder.endSilentSessions()
        #expect(responder.sessionCount == 0)
        #expect(try await anna.sync.peers().first?.failure == "silence")
    }
}
