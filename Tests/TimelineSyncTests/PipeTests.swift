import Foundation
import Testing
import TimelineCore
@testable import TimelineSync
@testable import SyncTestSupport

@Suite("Pipes", .timeLimit(.minutes(20)))
struct PipeTests {
    /// The pipes between two programs.
    private struct Link: Sendable {
        /// The descriptors of one program.
        struct Ends: Sendable {
            let input: Int32
            let output: Int32
        }

        private let toServer = Pipe()
        private let toClient = Pipe()

        var client: Ends { Self.ends(from: toClient, to: toServer) }
        var server: Ends { Self.ends(from: toServer, to: toClient) }

        /// Ends the output of the client.
        func endClient() throws { try toServer.fileHandleForWriting.close() }

        private static func ends(from input: Pipe, to output: Pipe) -> Ends {
            Ends(
                input: input.fileHandleForReading.fileDescriptor,
                output: output.fileHandleForWriting.fileDescriptor
            )
        }
    }

    private let anna: Author
    private let link = Link()

    init() throws { anna = try Author(1) }

    /// Runs a session of one of Anna's devices, usually with the device's box key, and returns the
    /// outcome with the number of live records at the end.
    private func run(
        _ device: Int,
        _ role: SessionConfiguration.Role,
        key: NoiseKey? = nil,
        timeout: UInt64 = 60_000
    ) throws -> (outcome: SessionOutcome, count: Int) {
        let phone = try Phone(anna, device: device)
        try phone.trust(Phone(anna, device: 1 - device))
        if device == 0 {
            for index in 0..<5 { try phone.add(anna.post(UInt64(1000 + index))) }
        }
        let isClient = role == .initiator
        let ends = isClient ? link.client : link.server
        do throws(SyncError) {
            var carrier = try PipeCarrier.connect(
                input: ends.input,
                output: ends.output,
                as: isClient ? .initiator : .responder,
                with: key ?? anna.boxes[device],
                timeout: timeout
            )
            var session = phone.session(role, peer: carrier.peer)
            let outcome = carrier.run(&session) { phone.time }
            return (outcome, phone.store.live.count)
        } catch {
            return (.failed(error), phone.store.live.count)
        }
    }

    @Test("Two devices sync over pipes")
    func pipes() async throws {
        let server = BlockingWork { try run(1, .responder) }
        let client = try await blocking { try run(0, .initiator) }
        #expect(client.outcome == .finished)
        let result = try await server.value
        #expect(result.outcome == .finished)
        #expect(result.count == 2 + 5)
    }

    @Test("A program that does not own the device's box key is not invited")
    func wrongKey() async throws {
        let server = BlockingWork { try run(1, .responder, key: NoiseKey()) }
        let client = try await blocking { try run(0, .initiator) }
        #expect(client.outcome == .failed(.notInvited))
        let result = try await server.value
        #expect(result.outcome == .failed(.peerFailed(.notInvited)))
        #expect(result.count == 2)
    }

    @Test("A program without a handshake receives nothing but an ephemeral key")
    func plaintext() async throws {
        let link = link
        let server = BlockingWork { () -> [UInt8] in
            let phone = try Phone(anna, device: 1)
            var session = phone.session(.initiator)
            try FileDescriptor(link.server.output).write(session.start(at: phone.time))
            return try FileDescriptor(link.server.input).read(atMost: 10_000)
        }
        let client = try await blocking { try run(0, .initiator) }
        #expect(client.outcome == .failed(.handshakeFailed))
        #expect(try await server.value.count == 2 + 32)
    }

    @Test("A program that sends nothing at all")
    func silence() async throws {
        let client = try await blocking { try run(0, .initiator, timeout: 50) }
        #expect(client.outcome == .failed(.silence))
    }

    @Test("The end of the input ends the handshake")
    func endOfInput() async throws {
        try link.endClient()
        let server = try await blocking { try run(1, .responder) }
        #expect(server.outcome == .failed(.disconnected))
    }

    @Test("The end of the input after the handshake ends the session")
    func endOfSession() async throws {
        let server = BlockingWork { try run(1, .responder) }
        let ends = link.client
        try await blocking {
            _ = try PipeCarrier.connect(
                input: ends.input,
                output: ends.output,
                as: .initiator,
                with: anna.boxes[0]
            )
        }
        try link.endClient()
        #expect(try await server.value.outcome == .failed(.disconnected))
    }
}
