import Testing

@testable import TimelineSync

@Suite("Responses of HTTP servers")
struct HTTPResponseTests {
    private func responses(_ text: String, parts: Int = 1) throws -> [HTTPResponse] {
        var reader = HTTPResponseReader()
        var responses: [HTTPResponse] = []
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: parts) {
            reader.append(Array(bytes[start..<min(start + parts, bytes.count)]))
            while let response = try reader.next() { responses.append(response) }
        }
        return responses
    }

    @Test("Responses in pieces of any size", arguments: [1, 2, 7, 1000])
    func pieces(parts: Int) throws {
        let text = """
            HTTP/1.1 200 OK\r\ncontent-length: 3\r\nTimeline-Session:  aB09 \r\n\r\nabc\
            HTTP/1.1 200 Fine\r\nDate: now\r\nContent-Length: 0\r\nConnection: close\r\n\r\n
            """
        #expect(
            try responses(text, parts: parts) == [
                HTTPResponse(
                    status: 200,
                    session: "aB09",
                    isLast: false,
                    body: Array("abc".utf8)
                ),
                HTTPResponse(status: 200, session: nil, isLast: true, body: []),
            ]
        )
    }

    @Test("The body of another status is not read")
    func otherStatus() throws {
        let responses = try responses(
            "HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        #expect(responses == [HTTPResponse(status: 404, session: nil, isLast: true, body: [])])
    }

    @Test(
        "Malformed responses are rejected",
        arguments: [
            "SSH-2.0-OpenSSH\r\n\r\n",
            "HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 200 OK\r\n\r\n",
            "HTTP/1.1 100 Continue\r\n\r\n",
            "HTTP/1.1 abc\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 26214401\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nTimeline-Session: a b\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nTimeline-Session: \r\n\r\n",
            "HTTP/1.1 200 OK\r\nno field\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX: \u{e9}\r\n\r\n",
            "HTTP/1.1 200 OK\r\nX: " + String(repeating: "x", count: 20_000),
        ]
    )
    func malformed(text: String) {
        #expect(throws: SyncError.malformedResponse) { try responses(text, parts: 100) }
    }
}
