import TimelineCrypto

/// Bytes encrypted with ChaChaPoly under a key that is derived from a secret and a salt.
enum SecretBox {
    /// The length of a salt in bytes.
    static let saltByteCount = 16
    /// The number of bytes by which a box is longer than its plaintext: a nonce of 12 bytes and a
    /// tag of 16 bytes.
    static let overhead = ChaChaPoly.nonceByteCount + ChaChaPoly.tagByteCount

    /// Encrypts bytes.
    ///
    /// - Parameters:
    ///   - plaintext: The bytes.
    ///   - secret: The secret.
    ///   - salt: The random salt.
    ///   - data: Additional data to authenticate, which must also be passed to
    ///     ``open(_:secret:salt:authenticating:deriveKey:)``.
    ///   - deriveKey: Derives the key.
    /// - Returns: A nonce, the ciphertext and a tag.
    /// - Throws: ``PairingError/sealingFailed``, or the error of `deriveKey`.
    static func seal(
        _ plaintext: [UInt8],
        secret: [UInt8],
        salt: [UInt8],
        authenticating data: [UInt8],
        deriveKey: KeyDerivation
    ) throws -> [UInt8] {
        let key = try deriveKey(secret, salt)
        guard let box = ChaChaPoly.seal(plaintext, key: key, authenticating: data) else {
            throw PairingError.sealingFailed
        }
        return box
    }

    /// Decrypts a box.
    ///
    /// - Throws: ``PairingError/wrongSecret`` if the secret or the data is different, or the box was
    ///   changed; ``PairingError/sealingFailed``; or the error of `deriveKey`.
    static func open(
        _ box: [UInt8],
        secret: [UInt8],
        salt: [UInt8],
        authenticating data: [UInt8],
        deriveKey: KeyDerivation
    ) throws -> [UInt8] {
        let key = try deriveKey(secret, salt)
        guard key.count == ChaChaPoly.keyByteCount else { throw PairingError.sealingFailed }
        // A wrong key cannot be distinguished from changed bytes.
        guard let plaintext = ChaChaPoly.open(box, key: key, authenticating: data) else {
            throw PairingError.wrongSecret
        }
        return plaintext
    }
}
