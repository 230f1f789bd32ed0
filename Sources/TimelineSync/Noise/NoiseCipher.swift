import Crypto

/// The key for one direction and its message counter (Noise specification, "CipherState").
struct NoiseCipher {
    /// The length of the tag that authenticates a message, in bytes.
    static let tagByteCount = 16

    private let key: SymmetricKey
    private var counter: UInt64 = 0

    init(key: [UInt8]) {
        self.key = SymmetricKey(data: key)
    }

    /// Encrypts the next message.
    ///
    /// - Throws: ``SyncError/handshakeFailed`` after 2^64 - 1 messages.
    mutating func seal(
        _ plaintext: [UInt8],
        authenticating data: [UInt8] = []
    ) throws(SyncError) -> [UInt8] {
        do {
            let box = try ChaChaPoly.seal(
                plaintext,
                using: key,
                nonce: try nextNonce(),
                authenticating: data
            )
            return Array(box.ciphertext) + Array(box.tag)
        } catch {
            throw .handshakeFailed
        }
    }

    /// Decrypts the next message.
    ///
    /// - Throws: ``SyncError/handshakeFailed`` if the message was changed, repeated or left out.
    mutating func open(
        _ ciphertext: [UInt8],
        authenticating data: [UInt8] = []
    ) throws(SyncError) -> [UInt8] {
        do {
            let box = try ChaChaPoly.SealedBox(
                nonce: try nextNonce(),
                ciphertext: ciphertext.dropLast(Self.tagByteCount),
                tag: ciphertext.suffix(Self.tagByteCount)
            )
            return Array(try ChaChaPoly.open(box, using: key, authenticating: data))
        } catch {
            throw .handshakeFailed
        }
    }

    /// Returns the nonce of the next message: four zero bytes and the counter in little-endian
    /// order (section 12.3).
    private mutating func nextNonce() throws -> ChaChaPoly.Nonce {
        guard counter < .max else { throw SyncError.handshakeFailed }
        defer { counter += 1 }
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: counter >> UInt64(8 * $0)) }
        return try ChaChaPoly.Nonce(data: [0, 0, 0, 0] + bytes)
    }
}
