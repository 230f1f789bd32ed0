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

/// A random value that makes the IDs in a session unpredictable.
///
/// Fingerprints are sums of IDs. A stranger with the ability to choose IDs could therefore add
/// items that cancel each other out, which hides a difference. To prevent this attack, replace each
/// ID with SHA-256(salt, ID). Both sides must use the same salt, and neither side may choose it
/// alone. For example, let each side contribute 8 random bytes in each session.
///
/// Differences are reported as salted IDs. ``originals(of:in:)`` finds their items.
package struct ItemSalt: Hashable, Sendable {
    /// The bytes of the salt.
    package let bytes: [UInt8]

    /// Creates a salt.
    ///
    /// - Parameter bytes: The bytes of the salt. With up to 23 bytes, the salt and an ID fit into
    ///   one block of SHA-256, which is fastest.
    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns the salted ID: SHA-256(salt, ID).
    package func applied(to id: ItemID) -> ItemID {
        var input = bytes
        input.append(id)
        return Self.hash(of: input)
    }

    /// Returns the items with the given salted IDs, by salted ID.
    ///
    /// Hashes the IDs of all items on all processors. On two processors, a million items take about
    /// 0.3 s.
    ///
    /// - Parameters:
    ///   - ids: The salted IDs, such as those that an ``Initiator`` reports.
    ///   - items: The items with their original IDs.
    /// - Returns: The items with their original IDs. Salted IDs without an item are missing.
    package func originals(of ids: Set<ItemID>, in items: [Item]) -> [ItemID: Item] {
        let parts = items.mapParts { part in
            zip(applied(to: part), part).filter { ids.contains($0.0.id) }
        }
        var originals: [ItemID: Item] = [:]
        for (salted, item) in parts.joined() { originals[salted.id] = item }
        return originals
    }

    /// Returns the items with salted IDs, in the same order.
    func applied(to items: ArraySlice<Item>) -> [Item] {
        var input = bytes + Array(repeating: 0, count: ItemID.byteCount)
        return items.map { item in
            // Reusing one buffer saves an allocation per item.
            input.overwrite(at: bytes.count, with: item.id)
            return Item(timestamp: item.timestamp, id: Self.hash(of: input))
        }
    }

    private static func hash(of input: [UInt8]) -> ItemID {
        ItemID(SHA256.hash(input))
    }
}
