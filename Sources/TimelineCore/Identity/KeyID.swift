/// The ID of a signing key: the first 8 bytes of SHA-256("timeline key 1", 0, public key).
///
/// A key ID is unique only among the keys of one user, and only if that user is honest.
public struct KeyID: ByteValue {
    /// The length of every key ID: 8 bytes.
    public static let byteCount = 8

    /// The bytes as a big-endian number.
    let number: UInt64

    init(number: UInt64) {
        self.number = number
    }

    /// Creates a key ID from its bytes.
    ///
    /// Returns `nil` unless there are exactly 8 bytes.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        var iterator = bytes.makeIterator()
        number = iterator.bigEndian()
    }

    /// The 8 bytes of the key ID.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: number)
        return bytes
    }

    /// Returns whether the first differing byte of `left` is lower than that of `right`.
    public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}
