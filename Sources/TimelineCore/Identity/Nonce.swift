/// A random value of 8 bytes.
///
/// A nonce binds an ID to its author; see ``BoundID``. The nonces of both sides of a session salt the
/// IDs that they compare. So nobody can predict the salted IDs, and anyone who can add records cannot
/// forge equal fingerprints.
public struct Nonce: ByteValue {
    /// The length of every nonce: 8 bytes.
    public static let byteCount = 8

    /// The bytes as a big-endian number.
    let number: UInt64

    /// Creates a nonce from its bytes as a big-endian number.
    public init(number: UInt64) {
        self.number = number
    }

    /// Creates a random nonce.
    public init(using generator: inout some RandomNumberGenerator) {
        number = generator.next()
    }

    /// Creates a nonce from its bytes.
    ///
    /// Returns `nil` unless there are exactly 8 bytes.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        var iterator = bytes.makeIterator()
        number = iterator.bigEndian()
    }

    /// The 8 bytes of the nonce.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: number)
        return bytes
    }

    /// Returns whether the first differing byte of `left` is lower than that of `right`.
    public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}
