import TimelineCrypto
import TimelineCore

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
