import Testing
import TimelineTestSupport
import TimelineCore
@testable import TimelineSync
@testable import SyncTestSupport

@Suite("Sessions over HTTP", .timeLimit(.minutes(20)))
struct HTTPCarrierTests {
    private let anna: Author
    private let server: HTTPServer

    init() throws {
        anna = try Author(1)
        server = try HTTPServer(anna)
    }

    /// Runs a session of a client, and returns its outcome with the records that it holds.
    private func connect(
        silence: UInt64 = 60_000,
        user: String? = nil,
        prepare: @escaping @Sendable (Phone) throws -> Void = { _ in }
    ) async throws -> (outcome: SessionOutcome, live: Set<RecordID>) {
        let anna = anna
        let path = user.map { "/@\($0)" } ?? ""
        let address = try PeerAddress(
            parsing: "http://127.0.0.1:\(server.listener.port)\(path)"
        )
        return try await blocking {
            let phone = try Phone(anna, device: 0)
            phone.trust(try Phone(anna, device: 1))
            try prepare(phone)
            do throws(SyncError) {
                var carrier = try HTTPCarrier.connect(to: address, with: anna.boxes[0])
                var configuration = phone.session(.initiator, peer: carrier.peer).configuration
                configuration.silence = silence
                var session = SyncSession(store: phone.store, configuration: configuration)
                let outcome = carrier.run(&session) { phone.time }
                return (outcome, Set(phone.store.live.keys))
            } catch {
                return (.failed(error), [])
            }
        }
    }

    @Test("Both sides exchange their records, in one request for each turn")
    func session() async throws {
        let anna = anna
        let served = await server.serve { phone in
            for index in 0..<20 { try phone.add(anna.post(UInt64(1000 + index))) }
        }
        let client = try await connect(user: "anna") { phone in
            for index in 0..<20 { try phone.add(anna.post(UInt64(2000 + index), device: 0)) }
        }
        #expect(client.outcome == .finished)
        #expect(client.live.count == 42)
        let result = try await served.value
        #expect(result.outcome == .finished)
        try #require(result.requests.count > 1)
        #expect(result.requests.allSatisfy { $0.hasPrefix("POST /@anna/sync HTTP/1.1\r\n") })
        #expect(result.requests[0].contains("\r\nHost: 127.0.0.1:\(server.listener.port)\r\n"))
        #expect(!result.requests[0].contains("Timeline-Session"))
        #expect(result.requests[1].contains("\r\nTimeline-Session: ab12\r\n"))
    }

    @Test("A changed response ends the session", arguments: [0, 1, 2])
    func changed(number: Int) async throws {
        let anna = anna
        let served = await server.serve { phone in
            try phone.add(anna.post(1000))
        } change: { index, response in
            if index == number { response[response.count - 1] ^= 1 }
        }
        let client = try await connect()
        #expect(client.outcome == .failed(.handshakeFailed))
        _ = try? await served.value  // The server cannot read the error that follows.
    }

    /// Answers the first request with the given bytes, then sends nothing.
    private func answer(_ bytes: [UInt8], closing: Bool) async throws -> SessionOutcome {
        let listener = server.listener
        let peer = BlockingWork { () -> TCPConnection? in
            var connection: TCPConnection?
            while connection == nil { connection = try listener.accept(timeout: 60_000) }
            try connection?.socket.send(bytes, patience: 60_000)
            if closing { connection?.socket.endOutput() }
            return connection
        }
        let outcome = try await connect().outcome
        try await peer.value?.close()
        return outcome
    }

    @Test("A server that sends garbage", arguments: 0..<10 as Range<UInt64>)
    func garbage(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let outcome = try await answer(random.bytes(20_000), closing: true)
        #expect(outcome == .failed(.malformedResponse))
    }

    @Test("A server that is none of Timeline")
    func otherServer() async throws {
        let text = "HTTP/1.1 404 Not Found\r\nContent-Length: 9\r\n\r\nnot found"
        #expect(try await answer(Array(text.utf8), closing: false) == .failed(.httpStatus(404)))
        let page = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n<html>"
        #expect(try await answer(Array(page.utf8), closing: false) == .failed(.handshakeFailed))
    }

    @Test("A server that reserves too much")
    func tooMuch() async throws {
        let text = "HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n"
        let outcome = try await answer(Array(text.utf8), closing: false)
        #expect(outcome == .failed(.malformedResponse))
    }

    @Test("A server that ends the connection")
    func end() async throws {
        #expect(try await answer([], closing: true) == .failed(.disconnected))
    }

    @Test("A server that falls silent after the handshake")
    func silence() async throws {
        let served = await server.serve(change: { index, response in
            if index == 1 { response = [] }
        })
        #expect(try await connect(silence: 50).outcome == .failed(.silence))
        _ = try await served.value
    }
}
