import TimelineCrypto
package import TimelineCore

/// A private X25519 key, such as the box key of a device.
package struct NoiseKey: Sendable, Redacted {
    /// The 32 bytes of the private key.
    ///
    /// Store them only sealed or in private tables.
    package let bytes: [UInt8]
    /// The 32 bytes of the public key.
    package let publicBytes: [UInt8]

    /// Creates a random key with the system's secure random number generator.
    package init() {
        while true {
            if let key = NoiseKey(bytes: randomBytes(X25519.byteCount)) {
                self = key
                return
            }
        }
    }

    /// Creates a key from its 32 bytes.
    ///
    /// Returns `nil` unless there are exactly 32 bytes.
    package init?(bytes: [UInt8]) {
        guard let publicBytes = X25519.publicKey(of: bytes) else { return nil }
        (self.bytes, self.publicBytes) = (bytes, publicBytes)
    }

    /// The public key.
    ///
    /// It is never `nil`, because every public key has 32 bytes.
    package var encryptionKey: EncryptionKey? { EncryptionKey(bytes: publicBytes) }

    /// Computes the secret that this key shares with a public key.
    ///
    /// - Throws: ``SyncError/handshakeFailed`` if the public key is a point of small order.
    func secret(with publicKey: [UInt8]) throws(SyncError) -> [UInt8] {
        guard let secret = X25519.secret(privateKey: bytes, publicKey: publicKey) else {
            throw .handshakeFailed
        }
        return secret
    }
}
