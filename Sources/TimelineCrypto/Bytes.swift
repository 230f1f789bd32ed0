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
