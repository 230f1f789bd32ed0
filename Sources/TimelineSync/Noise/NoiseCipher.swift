package import TimelineCore
import TimelineCrypto

/// The key for one direction and its message counter (Noise specification, "CipherState").
struct NoiseCipher: Redacted {
    /// The length of the tag that authenticates a message, in bytes.
    static let tagByteCount = ChaChaPoly.tagByteCount

    private let key: [UInt8]
    private var counter: UInt64 = 0

    init(key: [UInt8]) {
        self.key = key
    }

    /// Encrypts the next message.
    ///
    /// - Throws: ``SyncError/handshakeFailed`` after 2^64 - 1 messages.
    mutating func seal(
        _ plaintext: [UInt8],
        authenticating data: [UInt8] = []
    ) throws(SyncError) -> [UInt8] {
        let nonce = try nextNonce()
        let ciphertext = ChaChaPoly.encrypt(plaintext, key: key, nonce: nonce, authenticating: data)
        guard let ciphertext else { throw .handshakeFailed }
        return ciphertext
    }

    /// Decrypts the next message.
    ///
    /// - Throws: ``SyncError/handshakeFailed`` if the message was changed, repeated or left out.
    mutating func open(
        _ ciphertext: [UInt8],
        authenticating data: [UInt8] = []
    ) throws(SyncError) -> [UInt8] {
        let nonce = try nextNonce()
        let plaintext = ChaChaPoly.decrypt(ciphertext, key: key, nonce: nonce, authenticating: data)
        guard let plaintext else { throw .handshakeFailed }
        return plaintext
    }

    /// Returns the nonce of the next message: four zero bytes and the counter in little-endian
    /// order (section 12.3).
    private mutating func nextNonce() throws(SyncError) -> [UInt8] {
        guard counter < .max else { throw .handshakeFailed }
        defer { counter += 1 }
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: counter >> UInt64(8 * $0)) }
        return [0, 0, 0, 0] + bytes
    }
}

/// The current keys and hash of a handshake (Noise specification, "SymmetricState").
struct NoiseSymmetricState: Redacted {
    /// The hash of everything that both sides have sent so far.
    private(set) var hash: [UInt8]
    private var chainingKey: [UInt8]
    private var cipher: NoiseCipher?

    /// Starts a handshake.
    ///
    /// - Parameters:
    ///   - protocolName: The name of the protocol, which must be exactly as long as a hash.
    ///   - prologue: Data on which both sides must agree.
    init(protocolName: String, prologue: [UInt8]) {
        hash = Array(protocolName.utf8)
        chainingKey = hash
        mix(hash: prologue)
    }

    /// Adds data to the hash.
    mutating func mix(hash data: [UInt8]) {
        hash = SHA256.hash(hash + data).bytes
    }

    /// Adds a shared secret to the keys.
    mutating func mix(key secret: [UInt8]) {
        let keys = Self.derive(chainingKey, secret)
        chainingKey = keys.0
        cipher = NoiseCipher(key: keys.1)
    }

    /// Encrypts a part of a message, unless the handshake has no key yet.
    mutating func seal(_ plaintext: [UInt8]) throws(SyncError) -> [UInt8] {
        let ciphertext = try cipher?.seal(plaintext, authenticating: hash) ?? plaintext
        mix(hash: ciphertext)
        return ciphertext
    }

    /// Decrypts a part of a message, unless the handshake has no key yet.
    mutating func open(_ ciphertext: [UInt8]) throws(SyncError) -> [UInt8] {
        let plaintext = try cipher?.open(ciphertext, authenticating: hash) ?? ciphertext
        mix(hash: ciphertext)
        return plaintext
    }

    /// The number of bytes that encryption adds to a part of a message.
    var overhead: Int { cipher == nil ? 0 : NoiseCipher.tagByteCount }

    /// Returns the keys of the initiator and of the responder.
    func split() -> (initiator: NoiseCipher, responder: NoiseCipher) {
        let keys = Self.derive(chainingKey, [])
        return (NoiseCipher(key: keys.0), NoiseCipher(key: keys.1))
    }

    /// Derives two keys with HMAC-SHA256 (section 4.3, "HKDF").
    private static func derive(_ key: [UInt8], _ input: [UInt8]) -> ([UInt8], [UInt8]) {
        let keys = HMAC.deriveKeys(from: input, salt: key, count: 2)
        return (keys[0], keys[1])
    }
}

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
