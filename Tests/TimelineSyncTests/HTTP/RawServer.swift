@testable import TimelineSync

/// A server that sends given bytes, whatever it receives, on its own threads.
struct RawServer: Sendable {
    let listener: TCPListener

    init() throws {
        listener = try TCPListener(host: "127.0.0.1")
    }

    /// Returns a connection to this server, with short time limits.
    func connection(
        scheme: String = "http",
        authorities: String? = nil,
        host: String = "127.0.0.1"
    ) throws -> HTTPConnection {
        try HTTPConnection(
            to: HTTPConnection.Endpoint(
                url: "\(scheme)://\(host):\(listener.port)/sync",
                authorities: authorities,
                timeout: 1000
            )
        )
    }

    /// Accepts a connection, answers each request with the next text, and then closes the
    /// connection, or waits until the client has closed it.
    ///
    /// - Parameters:
    ///   - texts: The answers. A request ends with a body that consists of the letter `z`.
    ///   - closing: Whether to close the connection.
    ///   - parts: The size of the parts in which answers are sent, in bytes.
    /// - Returns: Everything received.
    func answer(
        _ texts: [String],
        closing: Bool,
        parts: Int = .max
    ) -> BlockingWork<String> {
        BlockingWork {
            var received: [UInt8] = []
            guard let socket = try listener.accept(timeout: 60_000)?.socket else { return "" }
            for text in texts {
                while received.last != UInt8(ascii: "z"),
                    let part = try socket.receive(within: 60_000), !part.isEmpty
                {
                    received += part
                }
                received.append(UInt8(ascii: "\n"))
                var rest = Array(text.utf8)[...]
                while !rest.isEmpty {
                    let part = rest.prefix(parts)
                    rest = rest.dropFirst(part.count)
                    do throws(SyncError) {
                        try socket.send(Array(part), patience: 60_000)
                    } catch .disconnected {
                        rest = []
                    }
                }
            }
            if closing { socket.endOutput() }
            while let part = try socket.receive(within: 60_000), !part.isEmpty { received += part }
            return String(decoding: received, as: UTF8.self)
        }
    }

    /// Accepts a connection, and repeats a text until the client closes it.
    ///
    /// - Returns: The number of bytes sent.
    func flood(_ start: String, repeating text: String) -> BlockingWork<Int> {
        BlockingWork {
            guard let socket = try listener.accept(timeout: 60_000)?.socket else { return 0 }
            let block = Array(String(repeating: text, count: 1 + 65_536 / text.utf8.count).utf8)
            var sent = 0
            do throws(SyncError) {
                try socket.send(Array(start.utf8), patience: 60_000)
                while true {
                    try socket.send(block, patience: 60_000)
                    sent += block.count
                }
            } catch {
                return sent
            }
        }
    }

    /// Returns whether another client has connected.
    func hasAnotherClient() throws -> Bool { try listener.accept(timeout: 0) != nil }
}
