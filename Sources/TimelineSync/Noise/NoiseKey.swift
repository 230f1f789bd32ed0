import Crypto
public import TimelineRecords

/// A private X25519 key, such as the box key of a device.
public struct NoiseKey: Sendable, Redacted {
    private let key: Curve25519.KeyAgreement.PrivateKey

    /// Creates a random key with the system's secure random number generator.
    public init() {
        key = Curve25519.KeyAgreement.PrivateKey()
    }

    /// Creates a key from its 32 bytes.
    ///
    /// Returns `nil` unless there are exactly 32 bytes.
    public init?(bytes: [UInt8]) {
        // The initializer fails only if the number of bytes is not 32.
        guard let key = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes) else {
            return nil
        }
        self.key = key
    }

    /// The 32 bytes of the private key.
    ///
    /// Store them only sealed or in private tables.
    public var bytes: [UInt8] { Array(key.rawRepresentation) }

    /// The 32 bytes of the public key.
    public var publicBytes: [UInt8] { Array(key.publicKey.rawRepresentation) }

    /// The public key.
    ///
    /// It is never `nil`, because every public key has 32 bytes.
    public var boxKey: BoxKey? { BoxKey(bytes: publicBytes) }

    /// Computes the secret that this key shares with a public key.
    ///
    /// - Throws: ``SyncError/handshakeFailed`` if the public key is a point of small order.
    func secret(with publicKey: [UInt8]) throws(SyncError) -> [UInt8] {
        do {
            let other = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: publicKey)
            let secret = try key.sharedSecretFromKeyAgreement(with: other)
            let bytes = secret.withUnsafeBytes { Array($0) }
            // The shared secret is zero if the public key has small order (RFC 7748, section 6.1).
            guard bytes.contains(where: { $0 != 0 }) else { throw SyncError.handshakeFailed }
            return bytes
        } catch {
            throw .handshakeFailed
        }
    }
}
