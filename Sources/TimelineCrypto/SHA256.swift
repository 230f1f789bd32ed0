#if canImport(CryptoKit)
import CryptoKit
#else
import CSodium
#endif

/// Computes a SHA-256 digest (FIPS 180-4) of bytes that arrive in parts.
///
/// ```swift
/// var hash = SHA256()
/// hash.update(first)
/// hash.update(second)
/// let digest = hash.finalize()
/// ```
///
/// libsodium hashes about 200 MB/s on one processor.
package struct SHA256 {
    /// The length of a digest: 32 bytes.
    package static let byteCount = 32

    #if canImport(CryptoKit)
    private var state = CryptoKit.SHA256()
    #else
    private var state = crypto_hash_sha256_state()
    #endif

    /// Creates a hash of no bytes.
    package init() {
        #if !canImport(CryptoKit)
        crypto_hash_sha256_init(&state)
        #endif
    }

    /// Adds bytes to the hash.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        #if canImport(CryptoKit)
        state.update(bufferPointer: bytes)
        #else
        crypto_hash_sha256_update(
            &state,
            bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
            UInt64(bytes.count)
        )
        #endif
    }

    /// Adds bytes to the hash.
    ///
    /// Contiguous collections, such as arrays and `Data`, are not copied.
    package mutating func update(_ bytes: some Collection<UInt8>) {
        withContiguousBytes(of: bytes) { update($0) }
    }

    /// Returns the digest of all bytes added so far.
    ///
    /// The hash cannot be used afterwards.
    package consuming func finalize() -> SHA256Digest {
        #if canImport(CryptoKit)
        state.finalize()
            .withUnsafeBytes { bytes in
                SHA256Digest(words: bytes.loadUnaligned(as: SHA256Digest.Words.self))
            }
        #else
        var words: SHA256Digest.Words = (0, 0, 0, 0)
        withUnsafeMutablePointer(to: &words) { words in
            words.withMemoryRebound(to: UInt8.self, capacity: Self.byteCount) { digest in
                _ = crypto_hash_sha256_final(&state, digest)
            }
        }
        return SHA256Digest(words: words)
        #endif
    }

    /// Returns the digest of bytes that are all in memory.
    package static func hash(_ bytes: some Collection<UInt8>) -> SHA256Digest {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finalize()
    }
}

/// The 32 bytes of a SHA-256 digest.
///
/// The words are stored in place, because a sync hashes millions of IDs.
package struct SHA256Digest: Hashable, Sendable {
    typealias Words = (UInt64, UInt64, UInt64, UInt64)

    private let words: Words

    /// Creates a digest from its words in the order of their bytes in memory.
    init(words: Words) { self.words = words }

    /// Passes the bytes to `body`, in a buffer that is valid only during the call.
    package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        Swift.withUnsafeBytes(of: words, body)
    }

    /// The bytes of the digest.
    package var bytes: [UInt8] { withUnsafeBytes { Array($0) } }

    /// Returns whether all bytes are equal.
    package static func == (left: Self, right: Self) -> Bool { left.words == right.words }

    /// Hashes the first word, which is as random as all of them.
    package func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
}

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

#if !canImport(CryptoKit)
import CSodium

/// The library's state.
enum Sodium {
    /// Whether libsodium has chosen its code for this processor, which happens at the first use.
    static let isReady = sodium_init() >= 0
}
#endif

/// Returns random bytes from the system's secure random number generator.
package func randomBytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
}

/// Returns whether two sequences of bytes are equal, in a time that depends only on their lengths.
package func isEqualInConstantTime(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    #if canImport(CryptoKit)
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    #else
    return sodium_memcmp(left, right, left.count) == 0
    #endif
}

/// Passes the bytes of a collection to `body`, and copies them only if they are not contiguous.
func withContiguousBytes<Result>(
    of bytes: some Collection<UInt8>,
    _ body: (UnsafeRawBufferPointer) throws -> Result
) rethrows -> Result {
    try bytes.withContiguousStorageIfAvailable { try body(UnsafeRawBufferPointer($0)) }
        ?? Array(bytes).withUnsafeBytes(body)
}
