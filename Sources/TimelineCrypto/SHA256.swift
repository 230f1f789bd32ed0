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
