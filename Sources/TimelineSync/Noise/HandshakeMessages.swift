/// Splits a stream of bytes into handshake messages, each prefixed with its length (2 bytes,
/// big-endian).
struct HandshakeMessages {
    /// The bytes that follow the last complete message.
    private(set) var received: [UInt8] = []

    /// Appends bytes from the peer.
    mutating func append(_ bytes: [UInt8]) {
        received += bytes
    }

    /// Removes and returns the next message, or returns `nil` until it is complete.
    ///
    /// - Throws: ``SyncError/handshakeFailed`` if it is too long.
    mutating func next() throws(SyncError) -> [UInt8]? {
        guard received.count >= 2 else { return nil }
        let length = Int(received[0]) << 8 | Int(received[1])
        // Most clients that speak another protocol fail here.
        guard length <= TCPLimits.handshakeMessage else { throw .handshakeFailed }
        guard received.count >= 2 + length else { return nil }
        defer { received.removeFirst(2 + length) }
        return Array(received[2..<2 + length])
    }

    /// Returns a message prefixed with its length.
    static func framed(_ message: [UInt8]) -> [UInt8] {
        [UInt8(message.count >> 8), UInt8(message.count & 0xFF)] + message
    }
}
