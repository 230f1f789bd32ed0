/// A digest of all IDs in a range: 16 bytes.
struct Fingerprint: Hashable, Sendable {
    /// The length of every fingerprint, in bytes.
    static let byteCount = 16

    /// The first 8 bytes as a little-endian integer.
    let first: UInt64
    /// The last 8 bytes as a little-endian integer.
    let last: UInt64

    /// Creates a fingerprint from the first 16 of the given bytes.
    init(bytes: ArraySlice<UInt8>) {
        first = UInt64(littleEndianBytesOf: bytes, at: 0)
        last = UInt64(littleEndianBytesOf: bytes, at: 8)
    }
}
