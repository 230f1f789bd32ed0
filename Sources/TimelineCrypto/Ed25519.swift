#if canImport(CryptoKit)
import CryptoKit
#else
import CSodium
#endif

/// Signatures with Ed25519 (RFC 8032).
///
/// Libraries disagree about odd points. ``acceptsPoint(_:)`` and ``isValid(_:of:by:)`` decide alike
/// on every platform, because two stores must agree about every record.
package enum Ed25519 {
    /// The length of seeds and public keys: 32 bytes.
    package static let keyByteCount = 32
    /// The length of a signature: 64 bytes.
    package static let signatureByteCount = 64

    /// A private key.
    package struct PrivateKey: Sendable {
        /// The 32 bytes from which the key can be created again (section 5.1.5).
        package let seed: [UInt8]
        /// The 32 bytes of the public key.
        package let publicKey: [UInt8]
        #if canImport(CryptoKit)
        private let key: Curve25519.Signing.PrivateKey
        #else
        /// The seed and the public key, which libsodium calls the secret key.
        private let secret: [UInt8]
        #endif

        /// Creates a key from its seed, or returns `nil` unless it has 32 bytes.
        package init?(seed: [UInt8]) {
            guard seed.count == keyByteCount else { return nil }
            self.seed = seed
            #if canImport(CryptoKit)
            // The number of bytes is the only condition.
            guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: seed) else {
                return nil
            }
            self.key = key
            publicKey = Array(key.publicKey.rawRepresentation)
            #else
            var publicKey = [UInt8](repeating: 0, count: keyByteCount)
            var secret = [UInt8](repeating: 0, count: 2 * keyByteCount)
            guard crypto_sign_ed25519_seed_keypair(&publicKey, &secret, seed) == 0 else {
                return nil
            }
            (self.publicKey, self.secret) = (publicKey, secret)
            #endif
        }

        /// Signs a message.
        ///
        /// - Returns: The 64 bytes of the signature, or `nil` if the library fails. On Apple's
        ///   systems, each call returns different bytes.
        package func signature(of message: [UInt8]) -> [UInt8]? {
            #if canImport(CryptoKit)
            // The library does not explain its errors.
            return (try? key.signature(for: message)).map { Array($0) }
            #else
            var signature = [UInt8](repeating: 0, count: signatureByteCount)
            let status = crypto_sign_ed25519_detached(
                &signature,
                nil,
                message,
                UInt64(message.count),
                secret
            )
            return status == 0 ? signature : nil
            #endif
        }
    }

    /// Returns whether 32 bytes are a public key that records may contain.
    ///
    /// Encodings that are not canonical and points of small order are rejected. Points of mixed
    /// order are accepted, and so are bytes that encode no point at all, for which no signature is
    /// valid.
    package static func acceptsPoint(_ encoding: some Collection<UInt8>) -> Bool {
        withContiguousBytes(of: encoding) {
            $0.count == keyByteCount && EdwardsPoint.isAcceptable($0)
        }
    }

    /// Returns whether a signature is valid.
    ///
    /// - Parameters:
    ///   - signature: The signature. It is never valid unless it has 64 bytes, its point passes
    ///     ``acceptsPoint(_:)``, and its scalar is reduced.
    ///   - message: The signed message.
    ///   - publicKey: The 32 bytes of a key for which ``acceptsPoint(_:)`` is true.
    /// - Returns: Whether the signature is valid.
    package static func isValid(
        _ signature: [UInt8],
        of message: [UInt8],
        by publicKey: [UInt8]
    ) -> Bool {
        guard signature.count == signatureByteCount, acceptsPoint(publicKey),
            signature.withUnsafeBytes({ bytes in
                EdwardsPoint.isAcceptable(bytes)
                    && EdwardsPoint.isReducedScalar(bytes, at: keyByteCount)
            })
        else { return false }
        #if canImport(CryptoKit)
        // The number of bytes is the only condition.
        let key = try? Curve25519.Signing.PublicKey(rawRepresentation: publicKey)
        return key?.isValidSignature(signature, for: message) ?? false
        #else
        return crypto_sign_ed25519_verify_detached(
            signature,
            message,
            UInt64(message.count),
            publicKey
        ) == 0
        #endif
    }
}
