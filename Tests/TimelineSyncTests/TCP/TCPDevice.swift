import TimelineCore
@testable import TimelineSync
@testable import SyncTestSupport

/// A device that runs sessions over TCP on its own thread.
struct TCPDevice: Sendable {
    /// The state of a device after its sessions.
    struct Report: Sendable {
        /// The outcome of each session, or of the handshake before it.
        var outcomes: [SessionOutcome] = []
        /// The static keys of the peers.
        var peers: [EncryptionKey] = []
        var live: Set<RecordID> = []
        var blobs: Set<BlobID> = []
        /// Whether the last session found both stores equal.
        var isEqual = false
    }

    let author: Author
    let number: Int
    /// The key of the handshake, which is usually the device's box key.
    var box: NoiseKey
    var silence: UInt64 = 60_000
    /// Prepares the store.
    var prepare: @Sendable (Phone) throws -> Void = { _ in }

    init(_ author: Author, _ number: Int, prepare: @escaping @Sendable (Phone) throws -> Void) {
        self.author = author
        self.number = number
        self.prepare = prepare
        box = author.boxes[number]
    }

    /// Accepts the given number of connections, each for one session.
    func serve(_ listener: TCPListener, sessions: Int) async throws -> Report {
        try await run(.responder, sessions: sessions) {
            var connection: TCPConnection?
            while connection == nil, !listener.isStopped {
                connection = try listener.accept(timeout: 1000)
            }
            return connection
        }
    }

    /// Connects the given number of times, each for one session.
    func connect(to port: UInt16, sessions: Int) async throws -> Report {
        try await run(.initiator, sessions: sessions) {
            try TCPConnection.connect(host: "127.0.0.1", port: port)
        }
    }

    private func run(
        _ role: SessionConfiguration.Role,
        sessions: Int,
        connect: @escaping @Sendable () throws -> TCPConnection?
    ) async throws -> Report {
        try await blocking {
            let phone = try Phone(author, device: number)
            let other = try Phone(author, device: 1 - number)
            phone.trust(other)
            try prepare(phone)
            var report = Report()
            for index in 0..<sessions {
                guard let connection = try connect() else { break }
                report.outcomes.append(session(index, role, phone, connection, &report))
            }
            report.live = Set(phone.store.live.keys)
            report.blobs = Set(phone.store.blobs.keys)
            return report
        }
    }

    private func session(
        _ index: Int,
        _ role: SessionConfiguration.Role,
        _ phone: Phone,
        _ connection: TCPConnection,
        _ report: inout Report
    ) -> SessionOutcome {
        do throws(SyncError) {
            var secure = try connection.secure(
                as: role == .initiator ? .initiator : .responder,
                with: box,
                timeout: 60_000
            )
            report.peers.append(secure.peer)
            let salt = UInt64(index * 2 + number)
            var configuration = phone.session(role, salt: salt, peer: secure.peer)
                .configuration
            configuration.silence = silence
            var session = SyncSession(store: phone.store, configuration: configuration)
            let start = ContinuousClock.now
            let outcome = secure.run(&session) {
                let uptime = start.duration(to: .now) / .milliseconds(1)
                return SyncTime(milliseconds: phone.clock, uptime: UInt64(uptime))
            }
            report.isEqual = session.summary.isEqual
            return outcome
        } catch {
            return .failed(error)
        }
    }
}
