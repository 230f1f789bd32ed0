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

/// Checks encoded Ed25519 points for properties that libraries treat differently.
///
/// An encoded point is the y coordinate as a little-endian number of 255 bits, followed by the sign
/// of the x coordinate (RFC 8032, section 5.1.2).
enum EdwardsPoint {
    /// A number of 256 bits, with its most significant word first.
    private typealias Number = (UInt64, UInt64, UInt64, UInt64)

    /// The prime p = 2^255 - 19.
    private static let prime: Number = (0x7FFF_FFFF_FFFF_FFFF, .max, .max, 0xFFFF_FFFF_FFFF_FFED)

    /// The order of the base point (RFC 8032, section 5.1).
    private static let groupOrder: Number = (
        0x1000_0000_0000_0000, 0, 0x14DE_F9DE_A2F7_9CD6, 0x5812_631A_5CF5_D3ED
    )

    /// The y coordinates of the four points of order 8.
    ///
    /// See D. J. Bernstein, "Curve25519: new Diffie-Hellman speed records", 2006, and the list
    /// `blacklist` in libsodium.
    private static let order8Ys: (Number, Number) = (
        (
            0x05FC_536D_8802_38B1, 0x3933_C6D3_05AC_DFD5,
            0xF098_EFF2_89F4_C345, 0xB027_B2C2_8F95_E826
        ),
        (
            0x7A03_AC92_77FD_C74E, 0xC6CC_392C_FA53_202A,
            0x0F67_100D_760B_3CBA, 0x4FD8_4D3D_706A_17C7
        )
    )

    /// Returns whether the first 32 bytes are a canonical encoding, and do not encode a point of
    /// small order.
    ///
    /// The eight points of small order have the y coordinates 0, 1, p - 1 and two others. Encodings
    /// of x = 0 with a sign are not canonical. They are rejected because both points with x = 0
    /// have a small order.
    static func isAcceptable(_ encoding: UnsafeRawBufferPointer) -> Bool {
        var y = number(encoding, at: 0)
        y.0 &= 0x7FFF_FFFF_FFFF_FFFF
        let highest: Number = (prime.0, prime.1, prime.2, prime.3 - 1)
        return y < highest && y > (0, 0, 0, 1) && y != order8Ys.0 && y != order8Ys.1
    }

    /// Returns whether the 32 bytes at an offset encode a number below the order of the base point.
    static func isReducedScalar(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        number(bytes, at: offset) < groupOrder
    }

    /// Reads a little-endian number of 32 bytes.
    private static func number(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Number {
        func word(_ index: Int) -> UInt64 {
            let word = bytes.loadUnaligned(fromByteOffset: offset + 8 * index, as: UInt64.self)
            return UInt64(littleEndian: word)
        }
        return (word(3), word(2), word(1), word(0))
    }
}

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
