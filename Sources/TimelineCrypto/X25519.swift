#if canImport(CryptoKit)
import CryptoKit
#else
import CSodium
#endif

/// Key agreement on Curve25519 (RFC 7748).
package enum X25519 {
    /// The length of private keys, public keys and shared secrets: 32 bytes.
    package static let byteCount = 32

    /// Returns the public key of a private key, or `nil` unless the private key has 32 bytes.
    package static func publicKey(of privateKey: [UInt8]) -> [UInt8]? {
        guard privateKey.count == byteCount else { return nil }
        #if canImport(CryptoKit)
        // The number of bytes is the only condition.
        let key = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: privateKey)
        return key.map { Array($0.publicKey.rawRepresentation) }
        #else
        guard Sodium.isReady else { return nil }
        var publicKey = [UInt8](repeating: 0, count: byteCount)
        return crypto_scalarmult_curve25519_base(&publicKey, privateKey) == 0 ? publicKey : nil
        #endif
    }

    /// Returns the secret that two keys share.
    ///
    /// - Returns: The 32 bytes of the secret, or `nil` if a key has another length, or the public
    ///   key is a point of small order, with which everyone shares the secret zero (section 6.1).
    package static func secret(privateKey: [UInt8], publicKey: [UInt8]) -> [UInt8]? {
        guard privateKey.count == byteCount, publicKey.count == byteCount else { return nil }
        #if canImport(CryptoKit)
        // The library does not explain its errors.
        guard let key = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: privateKey),
            // As above.
            let other = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: publicKey),
            // As above.
            let secret = try? key.sharedSecretFromKeyAgreement(with: other)
                .withUnsafeBytes({ Array($0) })
        else { return nil }
        #else
        guard Sodium.isReady else { return nil }
        var secret = [UInt8](repeating: 0, count: byteCount)
        guard crypto_scalarmult_curve25519(&secret, privateKey, publicKey) == 0 else { return nil }
        #endif
        return secret.contains { $0 != 0 } ? secret : nil
    }
}
