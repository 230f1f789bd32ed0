import TimelineCrypto

/// An element of a set: a timestamp and an ID.
///
/// Items are sorted by timestamp, so that recent differences lie in few ranges. The unit is
/// arbitrary, but an item must have the same timestamp on both sides.
///
/// Differences are reported by ID. If an ID has different timestamps on the two sides, it may be
/// reported as missing on either side or not at all.
package struct Item: Hashable, Comparable, Sendable {
    /// The timestamp, from 0 to 2^64 - 2 in any unit.
    ///
    /// The protocol reserves 2^64 - 1 for infinity. ``SealedItems`` rejects items that have it.
    package let timestamp: UInt64
    /// The ID, which identifies the item on both sides.
    package let id: ItemID

    /// Creates an item.
    ///
    /// - Parameters:
    ///   - timestamp: The timestamp, from 0 to 2^64 - 2 in any unit.
    ///   - id: The ID.
    package init(timestamp: UInt64, id: ItemID) {
        self.timestamp = timestamp
        self.id = id
    }

    /// Returns whether `left` has the lower timestamp, or the lower ID if the timestamps are equal.
    package static func < (left: Self, right: Self) -> Bool {
        left.timestamp != right.timestamp ? left.timestamp < right.timestamp : left.id < right.id
    }
}

/// The ID of an item: 32 bytes, usually a SHA-256.
///
/// IDs are ordered by their first differing byte. Fingerprints are sums of IDs, so the bytes must
/// be uniformly distributed. If strangers can choose IDs, use an ``ItemSalt``.
package struct ItemID: Hashable, Comparable, Sendable {
    /// The length of every ID, in bytes.
    package static let byteCount = 32

    /// The bytes as a little-endian integer, which is added to the sums for fingerprints.
    let number: UInt256

    init(number: UInt256) {
        self.number = number
    }

    /// Creates an ID from up to 32 bytes.
    ///
    /// Missing bytes are zero.
    init(zeroPadded bytes: ArraySlice<UInt8>) {
        number = UInt256(
            limb0: UInt64(littleEndianBytesOf: bytes, at: 0),
            limb1: UInt64(littleEndianBytesOf: bytes, at: 8),
            limb2: UInt64(littleEndianBytesOf: bytes, at: 16),
            limb3: UInt64(littleEndianBytesOf: bytes, at: 24)
        )
    }

    /// Creates an ID from its bytes.
    ///
    /// Returns `nil` unless there are exactly 32 bytes.
    package init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        self.init(zeroPadded: Array(bytes)[...])
    }

    /// The 32 bytes of the ID.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.byteCount)
        bytes.append(littleEndian: number.limb0)
        bytes.append(littleEndian: number.limb1)
        bytes.append(littleEndian: number.limb2)
        bytes.append(littleEndian: number.limb3)
        return bytes
    }

    /// Returns whether the first differing byte of `left` is lower than that of `right`.
    package static func < (left: Self, right: Self) -> Bool {
        let (left, right) = (left.number, right.number)
        if left.limb0 != right.limb0 { return left.limb0.byteSwapped < right.limb0.byteSwapped }
        if left.limb1 != right.limb1 { return left.limb1.byteSwapped < right.limb1.byteSwapped }
        if left.limb2 != right.limb2 { return left.limb2.byteSwapped < right.limb2.byteSwapped }
        return left.limb3.byteSwapped < right.limb3.byteSwapped
    }

    /// Returns the length of the common prefix of both IDs in bytes, from 0 to 32.
    func commonPrefixLength(with other: Self) -> Int {
        let pairs = [
            (number.limb0, other.number.limb0), (number.limb1, other.number.limb1),
            (number.limb2, other.number.limb2), (number.limb3, other.number.limb3),
        ]
        var length = 0
        for (left, right) in pairs {
            // The least significant bits are those of the first byte.
            let common = (left ^ right).trailingZeroBitCount / 8
            length += common
            if common < 8 { break }
        }
        return length
    }
}

extension ItemID: CustomStringConvertible {
    /// The bytes in hexadecimal, 64 digits.
    package var description: String {
        bytes.map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        .joined()
    }
}

extension ItemID {
    /// Creates an ID from a SHA-256 digest.
    init(_ digest: SHA256Digest) {
        // Hashing a million IDs takes 180 ms of processor time with these loads, 270 ms with the
        // digest's iterator, and 530 ms with an array of its bytes.
        number = digest.withUnsafeBytes { bytes in
            UInt256(
                limb0: UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self)),
                limb1: UInt64(
                    littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
                ),
                limb2: UInt64(
                    littleEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
                ),
                limb3: UInt64(
                    littleEndian: bytes.loadUnaligned(fromByteOffset: 24, as: UInt64.self)
                )
            )
        }
    }
}

/// An unsigned integer of 256 bits.
///
/// The protocol reads IDs as little-endian integers and adds them modulo 2^256.
struct UInt256: Hashable, Sendable {
    /// The limbs, each of 64 bits, from the least significant to the most significant.
    var limb0: UInt64 = 0
    var limb1: UInt64 = 0
    var limb2: UInt64 = 0
    var limb3: UInt64 = 0

    /// Returns the sum modulo 2^256.
    static func &+ (left: Self, right: Self) -> Self {
        var (sum, carry) = (Self(), UInt64(0))
        (sum.limb0, carry) = add(left.limb0, right.limb0, carry)
        (sum.limb1, carry) = add(left.limb1, right.limb1, carry)
        (sum.limb2, carry) = add(left.limb2, right.limb2, carry)
        (sum.limb3, _) = add(left.limb3, right.limb3, carry)
        return sum
    }

    /// Returns the difference modulo 2^256.
    static func &- (left: Self, right: Self) -> Self {
        var (difference, borrow) = (Self(), UInt64(0))
        (difference.limb0, borrow) = subtract(left.limb0, right.limb0, borrow)
        (difference.limb1, borrow) = subtract(left.limb1, right.limb1, borrow)
        (difference.limb2, borrow) = subtract(left.limb2, right.limb2, borrow)
        (difference.limb3, _) = subtract(left.limb3, right.limb3, borrow)
        return difference
    }

    private static func add(
        _ left: UInt64,
        _ right: UInt64,
        _ carry: UInt64
    ) -> (UInt64, UInt64) {
        let (sum, overflow) = left.addingReportingOverflow(right)
        let (total, secondOverflow) = sum.addingReportingOverflow(carry)
        return (total, overflow || secondOverflow ? 1 : 0)
    }

    private static func subtract(
        _ left: UInt64,
        _ right: UInt64,
        _ borrow: UInt64
    ) -> (UInt64, UInt64) {
        let (difference, overflow) = left.subtractingReportingOverflow(right)
        let (total, secondOverflow) = difference.subtractingReportingOverflow(borrow)
        return (total, overflow || secondOverflow ? 1 : 0)
    }
}

extension Array<UInt8> {
    /// Appends the 32 bytes of an ID.
    mutating func append(_ id: ItemID) {
        append(littleEndian: id.number.limb0)
        append(littleEndian: id.number.limb1)
        append(littleEndian: id.number.limb2)
        append(littleEndian: id.number.limb3)
    }

    /// Replaces the 32 bytes that start at `offset` with those of an ID.
    mutating func overwrite(at offset: Int, with id: ItemID) {
        overwrite(at: offset, with: id.number.limb0)
        overwrite(at: offset + 8, with: id.number.limb1)
        overwrite(at: offset + 16, with: id.number.limb2)
        overwrite(at: offset + 24, with: id.number.limb3)
    }

    private mutating func overwrite(at offset: Int, with number: UInt64) {
        for index in 0..<8 {
            self[offset + index] = UInt8(truncatingIfNeeded: number >> UInt64(8 * index))
        }
    }
}

extension UInt64 {
    /// Creates an integer from up to 8 little-endian bytes that start at `offset`.
    ///
    /// Missing bytes are zero.
    init(littleEndianBytesOf bytes: ArraySlice<UInt8>, at offset: Int) {
        let start = bytes.startIndex + offset
        var index = Swift.min(start + 8, bytes.endIndex)
        self = 0
        while index > start {
            index -= 1
            self = self &<< 8 | UInt64(bytes[index])
        }
    }
}

extension Array<UInt8> {
    /// Appends the 8 bytes of an integer, the least significant byte first.
    mutating func append(littleEndian number: UInt64) {
        var rest = number
        for _ in 0..<8 {
            append(UInt8(truncatingIfNeeded: rest))
            rest &>>= 8
        }
    }
}
