import Testing
import TimelineTestSupport
import TimelineCore
@testable import TimelineSync
@testable import SyncTestSupport

@Suite("Hostile peers over TCP", .timeLimit(.minutes(20)), .serialized)
struct HostileTCPTests {
    private let anna: Author
    private let listener: TCPListener

    init() throws {
        anna = try Author(1)
        listener = try TCPListener(host: "127.0.0.1")
    }

    /// Runs a server's session with a client that the test controls.
    private func serve(
        silence: UInt64 = 60_000,
        to client: @escaping @Sendable (TCPConnection) throws -> Void
    ) async throws -> SessionOutcome? {
        var server = TCPDevice(anna, 1) { _ in }
        server.silence = silence
        async let report = server.serve(listener, sessions: 1)
        let port = listener.port
        let connection = try await blocking {
            let connection = try TCPConnection.connect(host: "127.0.0.1", port: port)
            try client(connection)
            return connection
        }
        let outcome = try await report.outcomes.first
        connection.close()
        return outcome
    }

    /// Performs the handshake of a client.
    private static func handshake(
        _ connection: TCPConnection,
        prologue: [UInt8] = SecureHandshake.prologue
    ) throws -> SecureChannel {
        let key = try Author(1).boxes[0]
        let handshake = SecureHandshake(
            NoiseHandshake(role: .initiator, staticKey: key, prologue: prologue)
        )
        return try EncryptedStream(connection.socket, performing: handshake, timeout: 60_000)
            .channel
    }

    @Test("A peer that sends garbage instead of a handshake", arguments: 0..<20 as Range<UInt64>)
    func garbage(seed: UInt64) async throws {
        let outcome = try await serve { connection in
            var random = SplitMix64(seed: seed)
            let count = 200 + random.number(below: 5000)
            try connection.socket.send(random.bytes(count), patience: 60_000)
            connection.socket.endOutput()
        }
        #expect([.failed(.handshakeFailed), .failed(.disconnected)].contains(outcome))
    }

    @Test("A peer that speaks another protocol")
    func otherProtocol() async throws {
        let outcome = try await serve { connection in
            let request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
            try connection.socket.send(Array(request.utf8), patience: 60_000)
        }
        #expect(outcome == .failed(.handshakeFailed))
    }

    @Test("A peer that speaks another version of the protocol")
    func otherVersion() async throws {
        let outcome = try await serve { connection in
            // The client detects it first, in the server's message.
            #expect(throws: SyncError.handshakeFailed) {
                try Self.handshake(connection, prologue: Array("timeline sync 2".utf8))
            }
            connection.close()
        }
        #expect(outcome == .failed(.disconnected))
    }

    @Test("A peer that sends garbage after the handshake")
    func garbageAfterHandshake() async throws {
        let outcome = try await serve { connection in
            _ = try Self.handshake(connection)
            var random = SplitMix64(seed: 1)
            try connection.socket.send([0, 40] + random.bytes(40), patience: 60_000)
        }
        #expect(outcome == .failed(.handshakeFailed))
    }

    @Test("A peer that encrypts garbage")
    func encryptedGarbage() async throws {
        let outcome = try await serve { connection in
            var channel = try Self.handshake(connection)
            let garbage = [UInt8](repeating: 0xFF, count: 1000)
            try connection.socket.send(try channel.seal(garbage), patience: 60_000)
        }
        #expect(outcome == .failed(.frameTooLong(bytes: 0xFFFF_FFFF)))
    }

    @Test("A peer that sends nothing at all")
    func nothing() async throws {
        let port = listener.port
        let listener = listener
        async let error = blocking { () -> SyncError? in
            guard let connection = try listener.accept(timeout: 60_000) else { return nil }
            do throws(SyncError) {
                _ = try connection.secure(as: .responder, with: NoiseKey(), timeout: 50)
                return nil
            } catch {
                return error
            }
        }
        let connection = try await blocking {
            try TCPConnection.connect(host: "127.0.0.1", port: port)
        }
        #expect(try await error == .silence)
        connection.close()
    }

    @Test("A peer that sends its handshake slowly, one byte at a time")
    func slowHandshake() async throws {
        let port = listener.port
        let listener = listener
        async let elapsed = blocking { () -> Duration in
            let connection = try listener.accept(timeout: 60_000)
            let start = ContinuousClock.now
            // This error has been checked by the previous test.
            _ = try? connection?.secure(as: .responder, with: NoiseKey(), timeout: 100)
            return start.duration(to: .now)
        }
        let connection = try await blocking {
            let connection = try TCPConnection.connect(host: "127.0.0.1", port: port)
            try connection.socket.send([0, 200], patience: 100)
            // The server ends the connection while these bytes are sent.
            for _ in 0..<190 where (try? connection.socket.send([0], patience: 100)) != nil {
                _ = try connection.socket.descriptor.isReady(for: .input, within: 30)
            }
            return connection
        }
        #expect(try await elapsed < .seconds(4))
        connection.close()
    }

    @Test("A peer that sends nothing after the handshake")
    func silentSession() async throws {
        let outcome = try await serve(silence: 50) { connection in
            _ = try Self.handshake(connection)
        }
        #expect(outcome == .failed(.silence))
    }

    @Test("A peer that stops in the middle of a turn")
    func silentTurn() async throws {
        let outcome = try await serve(silence: 50) { connection in
            var channel = try Self.handshake(connection)
            try connection.socket.send(try channel.seal([0, 0, 0, 9, 1]), patience: 60_000)
        }
        #expect(outcome == .failed(.silence))
    }

    @Test("A peer that sends an encrypted message slowly, one byte at a time")
    func slowMessage() async throws {
        let outcome = try await serve(silence: 200) { connection in
            _ = try Self.handshake(connection)
            try connection.socket.send([0, 200], patience: 100)
            // The server ends the connection while these bytes are sent.
            for _ in 0..<200 where (try? connection.socket.send([0], patience: 100)) != nil {
                _ = try connection.socket.descriptor.isReady(for: .input, within: 30)
            }
        }
        #expect(outcome == .failed(.silence))
    }

    @Test("A peer that accepts no bytes")
    func full() async throws {
        let port = listener.port
        let connection = try await blocking {
            try TCPConnection.connect(host: "127.0.0.1", port: port)
        }
        let error = try await blocking { () -> SyncError? in
            do throws(SyncError) {
                try connection.socket.send([UInt8](repeating: 0, count: 64 << 20), patience: 50)
                return nil
            } catch {
                return error
            }
        }
        #expect(error == .silence)
    }

    @Test("A peer that ends the connection after the handshake")
    func end() async throws {
        let outcome = try await serve { connection in
            _ = try Self.handshake(connection)
            connection.close()
        }
        #expect(outcome == .failed(.disconnected))
    }

    @Test("A peer that is still sending receives the reason why its session has ended")
    func reason() async throws {
        let outcome = try await serve { connection in
            var channel = try Self.handshake(connection)
            // An end frame without a hello is unexpected.
            let end = try channel.seal([0, 0, 0, 1, FrameType.end.rawValue])
            try connection.socket.send(end, patience: 60_000)
            var received: [UInt8] = []
            while received.isEmpty {
                _ = try connection.socket.descriptor.isReady(for: .input, within: 5000)
                received = try connection.socket.receive() ?? []
            }
            // The server discards the rest, but does not reset the connection.
            for _ in 0..<50 {
                let bytes = [UInt8](repeating: 0, count: 20_000)
                try connection.socket.send(bytes, patience: 60_000)
            }
            let frame = try channel.open(received)
            #expect(frame == Message.error(.malformed).frame.encoded)
            connection.close()
        }
        #expect(outcome != .finished)
    }

    @Test("A long turn to a slow reader is not silence")
    func slowReader() throws {
        let phone = try Phone(anna, device: 1)
        var client = phone.session(.initiator)
        _ = client.start(at: SyncTime(milliseconds: 0, uptime: 0))
        client.noteActivity(at: SyncTime(milliseconds: 0, uptime: 100_000))
        #expect(client.checkSilence(at: SyncTime(milliseconds: 0, uptime: 159_999)).isEmpty)
        #expect(!client.checkSilence(at: SyncTime(milliseconds: 0, uptime: 160_000)).isEmpty)
    }
}
