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
