import TimelineCrypto

/// One range of a message.
///
/// Its lower bound is the upper bound of the previous range.
struct MessageRange: Hashable, Sendable {
    /// The sender's statement about its items in a range.
    enum Content: Hashable, Sendable {
        /// The range needs no more work.
        case skip
        /// The fingerprint of the sender's items.
        case fingerprint(Fingerprint)
        /// The IDs of all of the sender's items.
        case ids([ItemID])
    }

    /// The type of a range's content: the number that precedes the content in a message.
    enum Mode: UInt64 {
        case skip = 0
        case fingerprint = 1
        case ids = 2
    }

    /// The exclusive upper bound.
    let bound: Bound
    /// The sender's statement about its items in the range.
    let content: Content
}

/// The exclusive upper end of a range, which is also the inclusive lower end of the next range.
///
/// A message contains only the prefix of the ID that separates two items. The other bytes are zero.
struct Bound: Hashable, Comparable, Sendable {
    /// The bound above all items.
    static let infinity = Bound(timestamp: .max)
    /// The lower bound of a message's first range.
    static let zero = Bound(timestamp: 0)

    /// The timestamp, or 2^64 - 1 for infinity.
    let timestamp: UInt64
    /// The ID, with zeros after the prefix.
    let id: ItemID
    /// The number of bytes of the ID that are part of a message, from 0 to 32.
    let prefixLength: Int

    /// Creates a bound from a timestamp and the first bytes of an ID, at most 32.
    init(timestamp: UInt64, prefix: ArraySlice<UInt8> = []) {
        self.timestamp = timestamp
        id = ItemID(zeroPadded: prefix)
        prefixLength = prefix.count
    }

    /// Creates the bound at an item, which is the first item of the next range.
    init(at item: Item) {
        timestamp = item.timestamp
        id = item.id
        prefixLength = ItemID.byteCount
    }

    /// Creates the shortest bound that separates two adjacent items.
    ///
    /// The bound has no prefix if the timestamps differ. Otherwise, the prefix is one byte longer
    /// than the common prefix of both IDs (protocol specification, "Bound").
    init(between previous: Item, and next: Item) {
        if previous.timestamp != next.timestamp {
            self.init(timestamp: next.timestamp)
        } else {
            // Sealed items are distinct, so the prefix has at most 32 bytes.
            let length = next.id.commonPrefixLength(with: previous.id) + 1
            self.init(timestamp: next.timestamp, prefix: next.id.bytes.prefix(length))
        }
    }

    static func < (left: Self, right: Self) -> Bool {
        left.timestamp != right.timestamp ? left.timestamp < right.timestamp : left.id < right.id
    }

    /// Returns whether the item is below the bound.
    func isAbove(_ item: Item) -> Bool {
        item.timestamp != timestamp ? item.timestamp < timestamp : item.id < id
    }
}

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

extension Fingerprint {
    /// The fingerprint of a range without items.
    static let empty = Fingerprint(sum: UInt256(), count: 0)

    /// Computes a fingerprint: the first 16 bytes of SHA-256(sum, varint of the count).
    ///
    /// The sum is 32 little-endian bytes (protocol specification, "Fingerprint Algorithm").
    ///
    /// - Parameters:
    ///   - sum: The sum of all IDs in the range modulo 2^256.
    ///   - count: The number of IDs in the range.
    init(sum: UInt256, count: Int) {
        var input: [UInt8] = []
        input.reserveCapacity(ItemID.byteCount + Varint.maximumByteCount)
        input.append(ItemID(number: sum))
        input.append(varint: UInt64(count))
        self.init(bytes: SHA256.hash(input).bytes[...])
    }
}
