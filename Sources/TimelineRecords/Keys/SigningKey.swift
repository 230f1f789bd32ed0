internal import Crypto

/// A private Ed25519 key, which signs records.
///
/// ```swift
/// let root = SigningKey()
/// let user = RecordUserID(rootKey: root.verifyingKey)
/// ```
public struct SigningKey: Sendable {
    /// The length of a signature in bytes.
    static let signatureByteCount = 64

    private let key: Curve25519.Signing.PrivateKey

    /// The public key.
    public let verifyingKey: VerifyingKey
    /// The ID of the public key.
    public let id: KeyID

    /// Creates a random key with the system's secure random number generator.
    public init() {
        while true {
            if let key = SigningKey(Curve25519.Signing.PrivateKey()) {
                self = key
                return
            }
        }
    }

    /// Creates a key from its seed (RFC 8032, section 5.1.5).
    ///
    /// Returns `nil` unless there are exactly 32 bytes.
    public init?(seed: [UInt8]) {
        // The initializer fails only if the number of bytes is not 32.
        guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: seed) else {
            return nil
        }
        self.init(key)
    }

    /// Creates a key unless its public key has a small order, which does not happen in practice.
    private init?(_ key: Curve25519.Signing.PrivateKey) {
        guard let verifyingKey = VerifyingKey(bytes: Array(key.publicKey.rawRepresentation))
        else { return nil }
        self.key = key
        self.verifyingKey = verifyingKey
        id = verifyingKey.id
    }

    /// The 32 bytes from which the key can be created again.
    ///
    /// Store them only sealed or in private tables.
    public var seed: [UInt8] { Array(key.rawRepresentation) }

    /// Signs a message, including its domain.
    ///
    /// - Returns: The 64 bytes of the signature. On Apple platforms, each call returns different
    ///   bytes.
    /// - Throws: ``RecordError/signingFailed`` if the crypto library fails.
    func signature(for message: [UInt8]) throws(RecordError) -> [UInt8] {
        do {
            return Array(try key.signature(for: message))
        } catch {
            throw .signingFailed
        }
    }
}
