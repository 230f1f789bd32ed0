import Foundation
import Testing

@testable import TimelineSync

@Suite("Requests to servers", .timeLimit(.minutes(20)))
struct HTTPConnectionTests {
    private let server: RawServer

    init() throws {
        server = try RawServer()
    }

    private static let empty = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n"

    /// Sends requests until one fails, and returns the bodies and IDs of all responses.
    private func post(
        _ count: Int = 1,
        over connection: HTTPConnection? = nil,
        patience: UInt64 = 60_000
    ) async throws -> [String] {
        let connection = try connection ?? server.connection()
        return try await blocking {
            var (session, replies): (String?, [String]) = (nil, [])
            for _ in 0..<count {
                let reply = try connection.post(
                    Array("xyz".utf8),
                    session: session,
                    patience: patience
                )
                session = reply.session
                replies.append("\(String(decoding: reply.body, as: UTF8.self)) \(session ?? "-")")
            }
            connection.close()
            return replies
        }
    }

    // MARK: Accepted responses

    @Test("Responses in pieces of any size, over one connection", arguments: [1, 2, 7, 1000])
    func pieces(parts: Int) async throws {
        let served = server.answer(
            [
                "HTTP/1.1 200 OK\r\ncontent-length: 3\r\nTimeline-Session:  aB09 \r\n\r\nabc",
                "HTTP/1.1 100 Continue\r\n\r\n\(Self.empty)Date: now\r\ntimeline-session: 1\r\n\r\n",
                "HTTP/1.1 200 \r\nTransfer-Encoding: chunked\r\n\r\n2\r\nde\r\n1\r\nf\r\n0\r\n\r\n",
            ],
            closing: false,
            parts: parts
        )
        #expect(try await post(3) == ["abc aB09", " 1", "def -"])
        let requests = try await served.value.split(separator: "\n\r\n").joined()
        #expect(requests.ranges(of: "POST /sync HTTP/1.1\r\n").count == 3)
        #expect(requests.ranges(of: "Content-Length: 3\r\n").count == 3)
        #expect(requests.ranges(of: "Timeline-Session: aB09\r\n").count == 1)
        #expect(requests.ranges(of: "Timeline-Session: 1\r\n").count == 1)
        #expect(try !server.hasAnotherClient())
    }

    @Test("Nothing is sent that the server did not ask for, and no response is decompressed")
    func fields() async throws {
        let served = server.answer(
            [
                "\(Self.empty)Set-Cookie: a=b\r\nTimeline-Session: 1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc",
            ],
            closing: false
        )
        #expect(try await post(2) == [" 1", "abc -"])
        let requests = try await served.value.lowercased()
        for field in ["cookie", "accept", "expect", "authorization", "user-agent"] {
            #expect(!requests.contains("\r\n\(field)"))
        }
    }

    // MARK: Rejected responses

    @Test(
        "Other statuses end the exchange without the body, and redirections are not followed",
        arguments: [
            (404, "Content-Length: 9"), (404, "Transfer-Encoding: chunked"), (300, "X: y"),
            (302, "Location: /elsewhere"), (307, "Location: /elsewhere"), (204, "X: y"),
        ]
    )
    func otherStatus(status: Int, field: String) async throws {
        let served = server.answer(["HTTP/1.1 \(status) X\r\n\(field)\r\n\r\n"], closing: false)
        await #expect(throws: SyncError.httpStatus(status)) { try await post() }
        #expect(try await !served.value.contains("elsewhere"))
        #expect(try !server.hasAnotherClient())
    }

    @Test(
        "Malformed responses are rejected",
        arguments: [
            "SSH-2.0-OpenSSH\r\n\r\n",
            "HTTP/1.1 abc\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 26214401\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999999\r\n\r\n",
            "\(empty)Timeline-Session: a b\r\n\r\n",
            "\(empty)Timeline-Session: \r\n\r\n",
            "\(empty)Timeline-Session: \(String(repeating: "a", count: 65))\r\n\r\n",
            "\(empty)Timeline-Session: 1\r\nTimeline-Session: 2\r\n\r\n",
            "\(empty)X: \(String(repeating: "x", count: 20_000))\r\n\r\n",
            empty + String(repeating: "X: y\r\n", count: 3000) + "\r\n",
        ]
    )
    func malformed(text: String) async throws {
        let served = server.answer([text], closing: true)
        await #expect(throws: SyncError.malformedResponse) { try await post() }
        _ = try await served.value
    }

    @Test(
        "A response without end is rejected, before it fills the memory",
        arguments: [
            ("HTTP/1.1 200 OK\r\n", "X: y\r\n"), ("HTTP/1.1 200 OK\r\nX: ", "x"),
            ("", "HTTP/1.1 100 Continue\r\n\r\n"), ("HTTP/1.1 200 OK\r\n\r\n", "x"),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "8\r\nxxxxxxxx\r\n"),
        ]
    )
    func flood(start: String, text: String) async throws {
        let served = server.flood(start, repeating: text)
        await #expect(throws: SyncError.malformedResponse) { try await post() }
        // Buffers of the system also take some bytes.
        #expect(try await served.value < 2 * HTTPLimits.body + 20_000_000)
    }

    @Test(
        "A response that ends early, or none, is no response",
        arguments: [
            "", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
        ]
    )
    func truncated(text: String) async throws {
        let served = server.answer([text], closing: true)
        await #expect(throws: SyncError.disconnected) { try await post() }
        _ = try await served.value
    }

    @Test("A request that may have arrived is not sent again")
    func retry() async throws {
        let first = "\(Self.empty)Timeline-Session: 1\r\n\r\n"
        let served = server.answer([first, ""], closing: true)
        await #expect(throws: SyncError.disconnected) { try await post(2) }
        _ = try await served.value
        // Some versions of libcurl connect once more, before they notice that they cannot repeat
        // the body.
        let second = try await blocking { [listener = server.listener] in
            try listener.accept(timeout: 0)?.socket.receive(within: 60_000)
        }
        #expect(second?.isEmpty != false)
    }

    @Test(
        "A silent server is given up",
        arguments: ["", "HTTP/1.1 200 OK\r\nContent-", "\(empty)\r", "\(empty)X: y\r\n"]
            + ["HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"]
    )
    func silence(text: String) async throws {
        let served = server.answer([text], closing: false)
        await #expect(throws: SyncError.silence) { try await post(patience: 50) }
        _ = try await served.value
    }

    // MARK: Connections

    @Test("Servers that cannot be reached")
    func unreachable() async throws {
        let connection = try server.connection()
        server.listener.stop()
        await #expect(throws: SyncError.system(errno: ECONNREFUSED)) {
            try await post(over: connection)
        }
        let other = try server.connection(host: "nosuch.invalid")
        await #expect(throws: SyncError.unknownHost) { try await post(over: other) }
    }

    @Test("A host that does not answer is given up after the time for connecting")
    func noAnswer() async throws {
        // The system does not answer once the queue of connections is full.
        let queue = try await blocking { [listener = server.listener] in
            var connections: [TCPConnection] = []
            do throws(SyncError) {
                while true {
                    connections.append(
                        try .connect(host: "127.0.0.1", port: listener.port, timeout: 500)
                    )
                }
            } catch {
                return connections
            }
        }
        let connection = try server.connection()
        await #expect(throws: SyncError.system(errno: ETIMEDOUT)) {
            try await post(over: connection)
        }
        await #expect(throws: SyncError.system(errno: ETIMEDOUT)) {
            try await blocking { try connection.probe() }
        }
        withExtendedLifetime(queue) {}
    }

    @Test("A probe connects, and sends nothing")
    func probe() async throws {
        let served = server.answer([], closing: false)
        let connection = try server.connection()
        try await blocking {
            try connection.probe()
            connection.close()
        }
        #expect(try await served.value.isEmpty)
    }

    @Test("After the end, nothing is sent")
    func closed() async throws {
        let connection = try server.connection()
        connection.close()
        await #expect(throws: SyncError.disconnected) { try await post(over: connection) }
        #expect(try !server.hasAnotherClient())
    }

    @Test("Without libcurl, requests fail, and say why")
    func missingLibrary() throws {
        let library = CurlLibrary(names: ["libcurl-of-nobody.so.4"])
        let endpoint = HTTPConnection.Endpoint(url: "http://127.0.0.1:1/sync")
        #expect(throws: SyncError.httpUnavailable) {
            _ = try HTTPConnection(to: endpoint, over: library)
        }
    }

    // MARK: TLS without a server that speaks it

    @Test("A server that speaks no TLS is not trusted")
    func noTLS() async throws {
        let served = BlockingWork { [listener = server.listener] in
            let socket = try listener.accept(timeout: 60_000)?.socket
            let text = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"
            try socket?.send(Array(text.utf8), patience: 60_000)
            while let part = try socket?.receive(within: 60_000), !part.isEmpty {}
        }
        let connection = try server.connection(scheme: "https")
        await #expect(throws: SyncError.certificateRejected) { try await post(over: connection) }
        try await served.value
    }

    @Test("A server that ends the connection, or is silent, is not called untrusted")
    func endDuringHandshake() async throws {
        for (isClosing, error) in [(true, SyncError.disconnected), (false, .silence)] {
            let served = server.answer([], closing: isClosing)
            let connection = try server.connection(scheme: "https")
            await #expect(throws: error) { try await post(over: connection) }
            _ = try await served.value
        }
    }

    @Test("A file without certificates is named")
    func authorities() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).pem")
        try Data("no certificate".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }  // Only a small file is left over.
        for path in [file.path, "/nowhere/authorities.pem"] {
            let served = server.answer([], closing: false)
            let connection = try server.connection(scheme: "https", authorities: path)
            await #expect(throws: SyncError.authoritiesUnusable) {
                try await post(over: connection)
            }
            _ = try await served.value
        }
    }
}
