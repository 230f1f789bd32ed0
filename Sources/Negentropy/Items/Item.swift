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
