#if canImport(CryptoKit)
import CryptoKit
#else
import CSodium
#endif

/// Authenticated encryption with ChaCha20-Poly1305 (RFC 8439).
///
/// Invalid keys and nonces make every function return `nil`, as changed ciphertexts do.
package enum ChaChaPoly {
    /// The length of a key: 32 bytes.
    package static let keyByteCount = 32
    /// The length of a nonce: 12 bytes.
    package static let nonceByteCount = 12
    /// The length of the tag that authenticates a message: 16 bytes.
    package static let tagByteCount = 16

    /// Encrypts a message under a nonce that was never used with the key before.
    ///
    /// - Parameters:
    ///   - message: The plaintext.
    ///   - key: The 32 bytes of the key.
    ///   - nonce: The 12 bytes of the nonce.
    ///   - data: Additional data to authenticate.
    /// - Returns: The ciphertext and the tag, or `nil` if the key or the nonce has a wrong length.
    package static func encrypt(
        _ message: [UInt8],
        key: [UInt8],
        nonce: [UInt8],
        authenticating data: [UInt8]
    ) -> [UInt8]? {
        guard key.count == keyByteCount, nonce.count == nonceByteCount else { return nil }
        #if canImport(CryptoKit)
        // With valid lengths, sealing does not fail.
        let box = try? CryptoKit.ChaChaPoly.seal(
            message,
            using: SymmetricKey(data: key),
            nonce: CryptoKit.ChaChaPoly.Nonce(data: nonce),
            authenticating: data
        )
        return box.map { Array($0.ciphertext + $0.tag) }
        #else
        guard Sodium.isReady else { return nil }
        var ciphertext = [UInt8](repeating: 0, count: message.count + tagByteCount)
        crypto_aead_chacha20poly1305_ietf_encrypt(
            &ciphertext,
            nil,
            message,
            UInt64(message.count),
            data,
            UInt64(data.count),
            nil,
            nonce,
            key
        )
        return ciphertext
        #endif
    }

    /// Decrypts a message.
    ///
    /// - Parameters:
    ///   - ciphertext: The ciphertext and the tag.
    ///   - key: The 32 bytes of the key.
    ///   - nonce: The 12 bytes of the nonce.
    ///   - data: The data that was authenticated along with the message.
    /// - Returns: The plaintext, or `nil` if anything is different from when it was encrypted.
    package static func decrypt(
        _ ciphertext: [UInt8],
        key: [UInt8],
        nonce: [UInt8],
        authenticating data: [UInt8]
    ) -> [UInt8]? {
        let size = ciphertext.count - tagByteCount
        guard key.count == keyByteCount, nonce.count == nonceByteCount, size >= 0 else {
            return nil
        }
        #if canImport(CryptoKit)
        // The library does not distinguish the reasons.
        let box = try? CryptoKit.ChaChaPoly.SealedBox(
            nonce: CryptoKit.ChaChaPoly.Nonce(data: nonce),
            ciphertext: ciphertext.prefix(size),
            tag: ciphertext.suffix(tagByteCount)
        )
        return
            box.flatMap { box in
                // As above.
                try? CryptoKit.ChaChaPoly.open(
                    box,
                    using: SymmetricKey(data: key),
                    authenticating: data
                )
            }
            .map { Array($0) }
        #else
        guard Sodium.isReady else { return nil }
        var isAuthentic = false
        let message = [UInt8](unsafeUninitializedCapacity: size) { output, count in
            let status = crypto_aead_chacha20poly1305_ietf_decrypt(
                output.baseAddress,
                nil,
                nil,
                ciphertext,
                UInt64(ciphertext.count),
                data,
                UInt64(data.count),
                nonce,
                key
            )
            isAuthentic = status == 0
            count = isAuthentic ? size : 0
        }
        return isAuthentic ? message : nil
        #endif
    }

    /// Encrypts a message under a random nonce.
    ///
    /// - Returns: The nonce, the ciphertext and the tag, or `nil` if the key has a wrong length.
    package static func seal(
        _ message: [UInt8],
        key: [UInt8],
        authenticating data: [UInt8]
    ) -> [UInt8]? {
        let nonce = randomBytes(nonceByteCount)
        return encrypt(message, key: key, nonce: nonce, authenticating: data).map { nonce + $0 }
    }

    /// Decrypts a nonce, a ciphertext and a tag.
    ///
    /// - Returns: The plaintext, or `nil` if anything is different from when it was sealed.
    package static func open(
        _ box: [UInt8],
        key: [UInt8],
        authenticating data: [UInt8]
    ) -> [UInt8]? {
        decrypt(
            Array(box.dropFirst(nonceByteCount)),
            key: key,
            nonce: Array(box.prefix(nonceByteCount)),
            authenticating: data
        )
    }
}
