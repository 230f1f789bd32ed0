import Crypto

/// Bytes encrypted with ChaChaPoly under a key that is derived from a secret and a salt.
enum SecretBox {
    /// The length of a salt in bytes.
    static let saltByteCount = 16
    /// The number of bytes by which a box is longer than its plaintext: a nonce of 12 bytes and a
    /// tag of 16 bytes.
    static let overhead = 28

    private static let keyByteCount = 32

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
        let key = try symmetricKey(try deriveKey(secret, salt))
        // The library does not explain its errors.
        guard let box = try? ChaChaPoly.seal(plaintext, using: key, authenticating: data)
        else { throw PairingError.sealingFailed }
        return Array(box.combined)
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
        let key = try symmetricKey(try deriveKey(secret, salt))
        do {
            let sealed = try ChaChaPoly.SealedBox(combined: box)
            return Array(try ChaChaPoly.open(sealed, using: key, authenticating: data))
        } catch {
            // The library does not distinguish a wrong key from changed bytes.
            throw PairingError.wrongSecret
        }
    }

    private static func symmetricKey(_ key: [UInt8]) throws(PairingError) -> SymmetricKey {
        guard key.count == keyByteCount else { throw .sealingFailed }
        return SymmetricKey(data: key)
    }
}
