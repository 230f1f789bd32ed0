import Foundation
import Testing
import TimelineTestSupport
import TimelineCore
@testable import TimelineSync
@testable import SyncTestSupport

@Suite("TCP", .timeLimit(.minutes(20)), .serialized)
struct TCPTests {
    private let anna: Author
    private let listener: TCPListener

    init() throws {
        anna = try Author(1)
        listener = try TCPListener(host: "127.0.0.1")
    }

    /// Returns a device with its own posts and picture.
    private func device(_ number: Int, posts: Int = 5, picture: Int = 1000) throws -> TCPDevice {
        let anna = anna
        return TCPDevice(anna, number) { phone in
            for index in 0..<posts {
                let time = UInt64(1000 + 2 * index + number)
                try phone.add(anna.post(time, device: number))
            }
            let bytes = [UInt8](repeating: UInt8(number), count: picture)
            let bound = anna.bound(UInt64(9000 + number))
            let content = Post.Content(caption: "", photos: [try photo(bytes)])
            try phone.add(anna.record(.postSet(bound, content), at: bound.stamp, device: number))
            try phone.store.add(blob: bytes, hash: hash(bytes))
        }
    }

    /// Runs sessions between device 0, which connects, and device 1.
    private func sync(
        _ client: TCPDevice,
        _ server: TCPDevice,
        over port: UInt16? = nil,
        sessions: Int = 1
    ) async throws -> (client: TCPDevice.Report, server: TCPDevice.Report) {
        async let served = server.serve(listener, sessions: sessions)
        let report = try await client.connect(to: port ?? listener.port, sessions: sessions)
        return (report, try await served)
    }

    @Test("Two devices sync, and each learns the box key of the other")
    func sessions() async throws {
        let (client, server) = try await sync(device(0), device(1), sessions: 2)
        #expect(client.outcomes == [.finished, .finished])
        #expect(server.outcomes == [.finished, .finished])
        #expect(client.live == server.live)
        #expect(client.live.count == 2 + 2 * 6)
        #expect(client.blobs == server.blobs)
        #expect(client.blobs.count == 3)
        #expect(client.isEqual && server.isEqual)
        #expect(client.peers.first == anna.boxes[1].encryptionKey)
        #expect(server.peers.first == anna.boxes[0].encryptionKey)
    }

    @Test("Turns longer than a message of Noise arrive")
    func longTurns() async throws {
        let (client, server) = try await sync(
            device(0, posts: 20, picture: 3_000_000),
            device(1, posts: 20, picture: 3_000_000)
        )
        #expect(client.outcomes == [.finished])
        #expect(client.live == server.live)
        #expect(client.blobs.count == 3 && client.blobs == server.blobs)
    }

    @Test(
        "After a bad link has broken, a second session converges",
        arguments: 0..<8 as Range<UInt64>
    )
    func relay(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        // The first connections break during the handshake and at random points of the session.
        let relay = try Relay(
            to: listener.port,
            seed: seed,
            cuts: [
                random.number(below: 300), 300 + random.number(below: 10_000),
                300 + random.number(below: 300_000),
            ]
        )
        defer { relay.stop() }
        let (client, server) = try await sync(
            device(0, posts: 20, picture: 150_000),
            device(1, posts: 20, picture: 100_000),
            over: relay.port,
            sessions: 4
        )
        #expect(client.outcomes.prefix(2).allSatisfy { $0 != .finished })
        #expect(client.outcomes.last == .finished)
        #expect(server.outcomes.last == .finished)
        #expect(client.live == server.live)
        #expect(client.live.count == 2 + 2 * 21)
        #expect(client.blobs == server.blobs)
        #expect(client.isEqual)
    }

    @Test("A peer with the wrong static key is not invited")
    func wrongStaticKey() async throws {
        var client = try device(0)
        client.box = NoiseKey()
        let (stranger, server) = try await sync(client, device(1))
        #expect(server.outcomes == [.failed(.notInvited)])
        #expect(stranger.outcomes == [.failed(.peerFailed(.notInvited))])
        #expect(server.live.count == 2 + 6)
        #expect(stranger.live.count == 2 + 6)
    }

    @Test("A server with the wrong static key is not invited either")
    func wrongServer() async throws {
        var server = try device(1)
        server.box = NoiseKey()
        let (client, _) = try await sync(device(0), server)
        #expect(client.outcomes == [.failed(.notInvited)])
        #expect(client.live.count == 2 + 6)
    }

    @Test("A listener reports its port, and can be stopped from another thread")
    func listener() async throws {
        #expect(listener.port > 0)
        #expect(!listener.isStopped)
        #expect(try await blocking { try listener.accept(timeout: 1) == nil })
        async let connection = blocking { try listener.accept(timeout: 60_000) == nil }
        listener.stop()
        #expect(try await connection)
        #expect(listener.isStopped)
        #expect(try await blocking { try listener.accept(timeout: 60_000) == nil })
    }

    @Test("An address that does not answer leaves time for the next ones")
    func silentAddress() async throws {
        let silent = try TCPListener(host: "127.0.0.1")
        let limit: UInt64 = 60_000
        let remaining = try await blocking { [listener] in
            let queue = try Self.fillQueue(of: silent)
            defer { withExtendedLifetime(queue) {} }
            let first = try SocketAddress.resolve(host: "127.0.0.1", port: silent.port)
            let next = try SocketAddress.resolve(host: "127.0.0.1", port: listener.port)
            let deadline = Deadline(milliseconds: limit)
            // The share of the first address is a second.
            let addresses = first + Array(repeating: next[0], count: 59)
            try TCPConnection.connect(to: addresses, before: deadline).close()
            return deadline.remaining
        }
        #expect(remaining > 0 && remaining < limit - 900)
        #expect(try await blocking { try listener.accept(timeout: limit) != nil })
    }

    /// Fills the queue of connections, so that the system does not answer the next one.
    private static func fillQueue(of listener: TCPListener) throws -> [TCPConnection] {
        var connections: [TCPConnection] = []
        while true {
            do throws(SyncError) {
                connections.append(
                    try .connect(host: "127.0.0.1", port: listener.port, timeout: 500)
                )
            } catch {
                guard error == .system(errno: ETIMEDOUT) else { throw error }
                return connections
            }
        }
    }

    @Test("Failures to listen and to connect have reasons")
    func failures() async throws {
        let port = listener.port
        let errors = try await blocking { () -> [SyncError?] in
            [
                failure { () throws(SyncError) in _ = try TCPListener(host: "127.0.0.1", port: port)
                },
                failure { () throws(SyncError) in _ = try TCPListener(host: "not a host") },
                failure { () throws(SyncError) in
                    _ = try TCPConnection.connect(host: "not a host", port: 1)
                },
                failure { () throws(SyncError) in
                    let unused = try TCPListener(host: "127.0.0.1").port
                    _ = try TCPConnection.connect(host: "127.0.0.1", port: unused)
                },
            ]
        }
        #expect(
            errors == [
                .system(errno: EADDRINUSE), .unknownHost, .unknownHost,
                .system(errno: ECONNREFUSED),
            ]
        )
    }
}

/// Returns the error that work throws.
private func failure(_ work: () throws(SyncError) -> Void) -> SyncError? {
    do throws(SyncError) {
        try work()
        return nil
    } catch {
        return error
    }
}
