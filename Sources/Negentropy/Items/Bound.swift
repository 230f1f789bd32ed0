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
