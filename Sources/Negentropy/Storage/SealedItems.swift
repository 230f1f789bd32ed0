import TimelineCrypto

/// A set of items that is sorted and ready to be reconciled.
///
/// Sealing sorts the items and computes prefix sums of their IDs, so that the fingerprint of any
/// range requires only one subtraction and one SHA-256.
///
/// A million items use 72 MB of memory. On two processors, sealing them takes about 0.2 s, or less
/// than 0.1 s if they are already sorted. The value never changes, so many sessions can share it.
package struct SealedItems: Sendable {
    /// The items in ascending order.
    let items: [Item]
    /// The sums of the IDs of the first 0, 1, 2, … items modulo 2^256.
    private let sums: [UInt256]

    /// Seals a set of items, using all processors.
    ///
    /// - Parameter items: The items in any order, without duplicates.
    /// - Throws: ``NegentropyError/duplicateItem(_:)`` or ``NegentropyError/reservedTimestamp``.
    package init(_ items: [Item]) throws(NegentropyError) {
        try self.init(merging: items.mapParts { $0.sorted() })
    }

    /// Replaces each ID with its salted ID and seals the items, using all processors.
    ///
    /// On two processors, a million items take 0.3 to 0.4 s.
    ///
    /// - Parameters:
    ///   - items: The items in any order, without duplicates.
    ///   - salt: The salt, which must be the same on both sides.
    /// - Throws: ``NegentropyError/duplicateItem(_:)`` or ``NegentropyError/reservedTimestamp``.
    package init(_ items: [Item], salt: ItemSalt) throws(NegentropyError) {
        try self.init(merging: items.mapParts { salt.applied(to: $0).sorted() })
    }

    private init(merging parts: [[Item]]) throws(NegentropyError) {
        var items = Array(parts.joined())
        // The standard library's sort detects sorted runs, so it only merges the parts.
        if parts.count > 1 { items.sort() }
        if items.last?.timestamp == .max { throw .reservedTimestamp }
        var sums: [UInt256] = []
        sums.reserveCapacity(items.count + 1)
        var sum = UInt256()
        sums.append(sum)
        var previous: Item?
        for item in items {
            if item == previous { throw .duplicateItem(item) }
            previous = item
            sum = sum &+ item.id.number
            sums.append(sum)
        }
        self.items = items
        self.sums = sums
    }

    /// The number of items.
    package var count: Int { items.count }

    /// Returns the index of the first item at or after index `lower` that is not below the bound.
    ///
    /// Returns ``count`` if all of these items are below the bound.
    func index(of bound: Bound, from lower: Int) -> Int {
        var (low, high) = (lower, items.count)
        while low < high {
            let middle = low + (high - low) / 2
            if bound.isAbove(items[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns the fingerprint of the items with the given indices.
    func fingerprint(of range: Range<Int>) -> Fingerprint {
        Fingerprint(sum: sums[range.upperBound] &- sums[range.lowerBound], count: range.count)
    }
}

extension [Item] {
    /// Computes a value for each of at most four parts on all processors.
    ///
    /// More parts would balance the processors better, but take longer to merge.
    func mapParts<Value: Sendable>(_ body: @Sendable (ArraySlice<Item>) -> Value) -> [Value] {
        ConcurrentParts.map(count, partsOf: Swift.max(4096, count / 4 + 1)) { body(self[$0]) }
    }
}
