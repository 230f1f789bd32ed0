/// The messages of a handshake in a stream of bytes, each after its length (2 bytes, big-endian).
struct HandshakeMessages {
    /// The bytes that belong to no message read so far.
    private(set) var received: [UInt8] = []

    /// Adds bytes of the peer.
    mutating func append(_ bytes: [UInt8]) {
        received += bytes
    }

    /// Removes and returns the next message, or returns `nil` until it is complete.
    ///
    /// - Throws: ``SyncError/handshakeFailed`` if it is too long.
    mutating func next() throws(SyncError) -> [UInt8]? {
        guard received.count >= 2 else { return nil }
        let length = Int(received[0]) << 8 | Int(received[1])
        // Most strangers that speak another protocol fail here.
        guard length <= TCPLimits.handshakeMessage else { throw .handshakeFailed }
        guard received.count >= 2 + length else { return nil }
        defer { received.removeFirst(2 + length) }
        return Array(received[2..<2 + length])
    }

    /// Returns a message after its length.
    static func framed(_ message: [UInt8]) -> [UInt8] {
        [UInt8(message.count >> 8), UInt8(message.count & 0xFF)] + message
    }
}
