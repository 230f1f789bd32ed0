internal import TimelineCrypto

/// A private Ed25519 key, which signs records.
///
/// ```swift
/// let root = SigningKey()
/// let user = User.ID(rootKey: root.verifyingKey)
/// ```
public struct SigningKey: Sendable, Redacted {
    /// The length of a signature in bytes.
    static let signatureByteCount = Ed25519.signatureByteCount

    private let key: Ed25519.PrivateKey

    /// The public key.
    public let verifyingKey: VerifyingKey
    /// The ID of the public key.
    public let id: KeyID

    /// Creates a random key with the system's secure random number generator.
    public init() {
        while true {
            if let key = SigningKey(seed: randomBytes(Ed25519.keyByteCount)) {
                self = key
                return
            }
        }
    }

    /// Creates a key from its seed (RFC 8032, section 5.1.5).
    ///
    /// Returns `nil` unless there are exactly 32 bytes, or if the public key has a small order,
    /// which does not happen in practice.
    public init?(seed: [UInt8]) {
        guard let key = Ed25519.PrivateKey(seed: seed),
            let verifyingKey = VerifyingKey(bytes: key.publicKey)
        else { return nil }
        self.key = key
        self.verifyingKey = verifyingKey
        id = verifyingKey.id
    }

    /// The 32 bytes from which the key can be created again.
    ///
    /// Store them only sealed or in private tables.
    public var seed: [UInt8] { key.seed }

    /// Signs a message, including its domain.
    ///
    /// - Returns: The 64 bytes of the signature. On Apple platforms, each call returns different
    ///   bytes.
    /// - Throws: ``RecordError/signingFailed`` if the crypto library fails.
    func signature(for message: [UInt8]) throws(RecordError) -> [UInt8] {
        guard let signature = key.signature(of: message) else { throw .signingFailed }
        return signature
    }
}
