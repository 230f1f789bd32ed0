import Testing
import TimelineCore
@testable import TimelineSync
import TimelineTestSupport
import TimelineTesting

@Suite("Connections from other devices", .timeLimit(.minutes(20)))
struct ListeningTests {
    private let listener: TCPListener
    /// The threads of the clients.
    private let lane = BlockingExecutor(width: 1)

    init() throws {
        listener = try TCPListener(host: "127.0.0.1")
    }

    private func connect() async throws -> TCPConnection {
        try await lane.run { [listener] in
            try TCPConnection.connect(host: "127.0.0.1", port: listener.port, timeout: 60_000)
        }
    }

    @Test("A connection without a session is not a failure")
    func probe() async throws {
        let anna = try await Site(.sqliteInMemory, "anna", seed: 1)
        try await StoreSync.probe(PeerAddress(parsing: "tcp://127.0.0.1:\(listener.port)"))
        let connection = try await anna.sync.runBlocking { [listener] in
            try listener.accept(timeout: 60_000)
        }
        #expect(try await anna.sync.serve(#require(connection)) == nil)
    }

    @Test(
        "Friends sync while silent strangers use all connections, before or after a handshake",
        // Both use all threads for incoming connections.
        .serialized,
        arguments: [false, true]
    )
    func silentStrangers(haveShakenHands: Bool) async throws {
        let friends = try await Friends(.sqliteInMemory)
        try await friends.anna.world.post(by: friends.anna.user, "sunset")
        try await friends.ben.sync.follow(friends.anna.user)
        let incoming = SyncListener(listener)
        async let served: Void = incoming.run { connection, admit in
            try await Self.serve(connection, with: friends.anna, onAdmission: admit)
        }
        defer { incoming.stop() }
        var strangers: [TCPConnection] = []
        for _ in 0..<TCPLimits.connections {
            let stranger = try await connect()
            strangers.append(stranger)
            guard haveShakenHands else { continue }
            _ = try await lane.run {
                try stranger.secure(as: .initiator, with: NoiseKey(), timeout: 120_000)
            }
        }
        while try await sync(friends.ben, with: friends.anna).needsAnotherSync {}
        #expect(try await friends.ben.captions() == ["sunset"])
        incoming.stop()
        try await served
        withExtendedLifetime(strangers) {}
    }

    /// Serves a connection, whose peer can stay silent until the test is over.
    private static func serve(
        _ connection: TCPConnection,
        with site: Site,
        onAdmission admit: @escaping @Sendable (EncryptionKey) -> Void
    ) async throws {
        let present = SyncTime.present(site.world.clock.environment)
        do {
            _ = try await site.sync.serve(connection, handshakeTimeout: 1_200_000) {
                if let peer = $0.peer { admit(peer) }
            } clock: {
                present
            }
        } catch SyncError.disconnected {
            // The listener has ended the connection of a stranger.
        }
    }

    /// Syncs a site with the listener.
    private func sync(_ client: Site, with server: Site) async throws -> SyncReport {
        for site in [client, server] { site.tick() }
        let key = try await client.sync.noiseKey()
        let connection = try await connect()
        let secure = try await lane.run {
            try connection.secure(as: .initiator, with: key, timeout: 120_000)
        }
        let environment = client.world.clock.environment
        return try await client.sync.session(
            role: .initiator,
            peer: secure.peer,
            invitation: try await client.sync.invitation(from: secure.peer)
        ) { session throws(SyncError) in
            var secure = secure
            return secure.run(&session) { .present(environment) }
        }
    }

    @Test("A listener that cannot serve ends")
    func failure() async throws {
        let incoming = SyncListener(listener)
        let served = Task { try await incoming.run { _, _ in throw SyncError.disconnected } }
        let connection = try await connect()
        await #expect(throws: SyncError.disconnected) { try await served.value }
        #expect(listener.isStopped)
        withExtendedLifetime(connection) {}
    }

    @Test("One connection too many ends the oldest one with an unknown peer")
    func tooMany() async throws {
        let incoming = SyncListener(listener, limit: 2)
        let lane = BlockingExecutor(width: 3)
        let begun = Lock(0)
        let ended = Lock<[Int]>([])
        let known = [0: try Self.box(0), 3: try Self.box(3)]
        async let served: Void = incoming.run { connection, admit in
            let number = begun.withLock { $0 }
            if let peer = known[number] { admit(peer) }
            begun.withLock { $0 += 1 }
            await #expect(throws: SyncError.disconnected) {
                try await lane.run {
                    try connection.secure(as: .responder, with: NoiseKey(), timeout: 1_200_000)
                }
            }
            ended.withLock { $0.append(number) }
        }
        defer { incoming.stop() }
        var connections: [TCPConnection] = []
        for number in 0..<5 {
            connections.append(try await connect())
            try await wait { begun.withLock { $0 == number + 1 } }
        }
        // The last connection ends nobody, because both others are those of different known peers.
        try await wait { ended.withLock { $0.count == 2 } }
        #expect(ended.withLock { $0 } == [1, 2])
        connections[0].close()
        connections.append(try await connect())
        try await wait { ended.withLock { $0.count == 4 } }
        #expect(ended.withLock { $0 } == [1, 2, 0, 4])
        incoming.stop()
        try await served
        #expect(Set(ended.withLock { $0.suffix(2) }) == [3, 5])
    }

    @Test("A known device has several connections until another device needs one of them")
    func connectsAgain() async throws {
        let incoming = SyncListener(listener, limit: 3)
        let lane = BlockingExecutor(width: 4)
        let begun = Lock(0)
        let ended = Lock<[Int]>([])
        let (phone, tablet, laptop) = (try Self.box(1), try Self.box(2), try Self.box(3))
        let peers = [phone, tablet, phone, tablet, laptop, laptop]
        async let served: Void = incoming.run { connection, admit in
            let number = begun.withLock { $0 }
            admit(peers[number])
            begun.withLock { $0 += 1 }
            await #expect(throws: SyncError.disconnected) {
                try await lane.run {
                    try connection.secure(as: .responder, with: NoiseKey(), timeout: 1_200_000)
                }
            }
            // A session that has been ended may report progress once more.
            admit(peers[number])
            ended.withLock { $0.append(number) }
        }
        defer { incoming.stop() }
        var connections: [TCPConnection] = []
        for number in 0..<3 {
            connections.append(try await connect())
            try await wait { begun.withLock { $0 == number + 1 } }
        }
        connections[1].close()
        try await wait { !ended.withLock(\.isEmpty) }
        #expect(ended.withLock { $0 } == [1])
        // One connection too many ends the older one of the phone.
        for number in 3..<5 {
            connections.append(try await connect())
            try await wait { begun.withLock { $0 == number + 1 } }
        }
        try await wait { ended.withLock { $0.count == 2 } }
        #expect(ended.withLock { $0 } == [1, 0])
        // The last connection ends nobody, because each device has one.
        connections.append(try await connect())
        try await wait { begun.withLock { $0 == 6 } }
        connections[4].close()
        try await wait { ended.withLock { $0.count == 3 } }
        #expect(ended.withLock { $0 } == [1, 0, 4])
        incoming.stop()
        try await served
        #expect(Set(ended.withLock { $0.suffix(3) }) == [2, 3, 5])
    }

    /// Returns the box key of a device.
    private static func box(_ number: UInt8) throws -> EncryptionKey {
        try #require(EncryptionKey(bytes: [UInt8](repeating: number, count: 32)))
    }
}
