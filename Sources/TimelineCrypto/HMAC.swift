#if canImport(CryptoKit)
import CryptoKit
#else
import CSodium
#endif

/// Message authentication codes and derived keys, both with SHA-256.
package enum HMAC {
    /// Computes HMAC-SHA256 (RFC 2104).
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - key: The key, of any length.
    /// - Returns: The 32 bytes of the code.
    package static func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        #if canImport(CryptoKit)
        Array(
            CryptoKit.HMAC<CryptoKit.SHA256>
                .authenticationCode(for: message, using: SymmetricKey(data: key))
        )
        #else
        var state = crypto_auth_hmacsha256_state()
        crypto_auth_hmacsha256_init(&state, key, key.count)
        crypto_auth_hmacsha256_update(&state, message, UInt64(message.count))
        var code = [UInt8](repeating: 0, count: SHA256.byteCount)
        crypto_auth_hmacsha256_final(&state, &code)
        return code
        #endif
    }

    /// Derives keys of 32 bytes from a secret with HKDF (RFC 5869).
    ///
    /// - Parameters:
    ///   - secret: The input keying material.
    ///   - salt: The salt.
    ///   - info: The context for which the keys are derived.
    ///   - count: The number of keys, at most 255.
    /// - Returns: The keys.
    package static func deriveKeys(
        from secret: [UInt8],
        salt: [UInt8],
        info: [UInt8] = [],
        count: Int
    ) -> [[UInt8]] {
        let key = code(of: secret, key: salt)
        var keys: [[UInt8]] = []
        for number in (1...255 as ClosedRange<UInt8>).prefix(count) {
            keys.append(code(of: (keys.last ?? []) + info + [number], key: key))
        }
        return keys
    }
}
