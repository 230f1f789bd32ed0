import TimelineCrypto

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
