import TimelineCore
@testable import TimelineSync
@testable import SyncTestSupport

/// A server for one session, on its own thread.
struct HTTPServer: Sendable {
    let author: Author
    let listener: TCPListener

    init(_ author: Author) throws {
        self.author = author
        listener = try TCPListener(host: "127.0.0.1")
    }

    /// Prepares the store, then answers the requests of one connection until the client closes it.
    ///
    /// - Parameters:
    ///   - prepare: Prepares the store.
    ///   - change: Changes each response before it is sent. Responses are numbered from 0.
    /// - Returns: The outcome of the session, and the start of each request.
    func serve(
        prepare: @escaping @Sendable (Phone) throws -> Void = { _ in },
        change: @escaping @Sendable (Int, inout [UInt8]) -> Void = { _, _ in }
    ) async -> BlockingWork<(outcome: SessionOutcome?, requests: [String])> {
        let (readiness, ready) = AsyncStream<Void>.makeStream()
        let work = BlockingWork { () -> (outcome: SessionOutcome?, requests: [String]) in
            defer { ready.finish() }
            let phone = try Phone(author, device: 1)
            phone.trust(try Phone(author, device: 0))
            try prepare(phone)
            ready.finish()
            var connection: TCPConnection?
            while connection == nil { connection = try listener.accept(timeout: 60_000) }
            guard let socket = connection?.socket else { return (nil, []) }
            var handshake = SecureHandshake(role: .responder, key: author.boxes[1])
            var channel: SecureChannel?
            var session = phone.session(.responder, salt: 9)
            var requests: [String] = []
            while let (header, body) = try Self.request(socket) {
                requests.append(header)
                var answer: [UInt8] = []
                if channel == nil {
                    answer = try handshake.advance(with: body)
                    channel = try handshake.channel()
                    if let peer = channel?.peer {
                        session = phone.session(.responder, salt: 9, peer: peer)
                        _ = session.start(at: phone.time)
                        let plaintext = try channel?.open() ?? []
                        let reply = session.receive(plaintext, at: phone.time)
                        answer += try channel?.seal(reply) ?? []
                    }
                } else if body.isEmpty {
                    session.disconnect()
                } else {
                    let plaintext = try channel?.open(body) ?? []
                    answer = try channel?.seal(session.receive(plaintext, at: phone.time)) ?? []
                }
                let field = session.outcome == nil ? "Timeline-Session: ab12\r\n" : ""
                var response = Array(
                    "HTTP/1.1 200 OK\r\nContent-Length: \(answer.count)\r\n\(field)\r\n".utf8
                )
                response += answer
                change(requests.count - 1, &response)
                try socket.send(response, patience: 60_000)
            }
            return (session.outcome, requests)
        }
        for await _ in readiness {}
        return work
    }

    private static func request(_ socket: TCPSocket) throws -> (String, [UInt8])? {
        var bytes: [UInt8] = []
        while true {
            let text = String(decoding: bytes, as: UTF8.self)
            if let end = bytes.indices.first(where: { bytes[$0...].starts(with: [13, 10, 13, 10]) }
            ),
                let field = text.split(separator: "\r\n").first(where: { $0.contains("Length") }),
                let length = Int(field.split(separator: " ")[1]), bytes.count >= end + 4 + length
            {
                return (
                    String(decoding: bytes[..<end], as: UTF8.self),
                    Array(bytes[(end + 4)..<(end + 4 + length)])
                )
            }
            guard try socket.descriptor.isReady(for: .input, within: 60_000) else { return nil }
            guard let part = try socket.receive() else { continue }
            guard !part.isEmpty else { return nil }
            bytes += part
        }
    }
}
