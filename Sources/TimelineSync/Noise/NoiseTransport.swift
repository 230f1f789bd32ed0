package import TimelineCore

/// The encrypted connection after a handshake.
///
/// A message must arrive exactly once and in order, as over TCP.
package struct NoiseTransport: Sendable, Redacted {
    /// The maximum length of an encrypted message: 65,535 bytes (Noise specification, section 3).
    package static let maximumByteCount = 65_535

    /// The static key of the other side.
    package let peer: EncryptionKey
    private var sending: NoiseCipher
    private var receiving: NoiseCipher

    init(peer: EncryptionKey, sending: NoiseCipher, receiving: NoiseCipher) {
        self.peer = peer
        self.sending = sending
        self.receiving = receiving
    }

    /// Encrypts bytes as one or more messages, each prefixed with its length (2 bytes, big-endian).
    ///
    /// - Throws: ``SyncError/handshakeFailed`` after 2^64 - 1 messages.
    package mutating func seal(_ bytes: [UInt8]) throws(SyncError) -> [UInt8] {
        var output: [UInt8] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = rest.prefix(Self.maximumByteCount - NoiseCipher.tagByteCount)
            rest = rest.dropFirst(part.count)
            let message = try sending.seal(Array(part))
            output += [UInt8(message.count >> 8), UInt8(message.count & 0xFF)]
            output += message
        }
        return output
    }

    /// Decrypts all complete messages at the start of a buffer, and removes them.
    ///
    /// - Throws: ``SyncError/handshakeFailed`` if a message was changed, repeated or left out. Close
    ///   the connection.
    package mutating func open(_ buffer: inout [UInt8]) throws(SyncError) -> [UInt8] {
        var output: [UInt8] = []
        var rest = buffer[...]
        while let high = rest.first, rest.count >= 2 {
            let length = Int(high) << 8 | Int(rest[rest.startIndex + 1])
            guard rest.count >= 2 + length else { break }
            output += try receiving.open(Array(rest.dropFirst(2).prefix(length)))
            rest = rest.dropFirst(2 + length)
        }
        buffer = Array(rest)
        return output
    }
}
