import TimelineCrypto
import TimelineCore

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
