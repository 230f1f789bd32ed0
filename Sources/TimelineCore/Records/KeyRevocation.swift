/// A part of the revocation of a device key.
///
/// A revocation lists the records of the key that its device knows. It is complete once all of its
/// parts are held. From then on, a record that the key has signed is live only if a complete
/// revocation of the key lists it, so whoever has stolen the key cannot add records by dating them
/// back; see ``liveSet(of:)``.
public struct KeyRevocation: Hashable, Sendable {
    /// The maximum number of parts of a revocation: 64.
    public static let maximumParts: UInt64 = 64
    /// The maximum number of records that a part lists: 20,000.
    public static let maximumListCount: UInt64 = 20_000

    /// The ID of the revoked key.
    public let key: KeyID
    /// The stamp above which records of the key are not live while no revocation of it is complete.
    public let last: PushID
    /// The ID that all parts of the revocation share.
    public let id: RevocationID
    /// The number of this part, from 1 to `parts`.
    public let part: UInt64
    /// The number of parts, at most ``maximumParts``.
    public let parts: UInt64
    /// The listed records in ascending order, at most ``maximumListCount``.
    public let list: [RecordIDPrefix]

    /// Creates a part of a revocation without checking it.
    ///
    /// It is checked when its record is signed.
    public init(
        of key: KeyID,
        last: PushID,
        id: RevocationID,
        part: UInt64 = 1,
        of parts: UInt64 = 1,
        list: [RecordIDPrefix]
    ) {
        self.key = key
        self.last = last
        self.id = id
        self.part = part
        self.parts = parts
        self.list = list
    }

    /// Whether the numbers are within their limits and the list is in ascending order without
    /// duplicates.
    var isValid: Bool {
        part >= 1 && part <= parts && parts <= Self.maximumParts
            && list.count <= Self.maximumListCount
            && zip(list, list.dropFirst()).allSatisfy { $0 < $1 }
    }

    /// Returns the same part with another last stamp.
    public func withLast(_ last: PushID) -> KeyRevocation {
        KeyRevocation(of: key, last: last, id: id, part: part, of: parts, list: list)
    }

    /// Creates all parts of a revocation.
    ///
    /// - Parameters:
    ///   - key: The ID of the revoked key.
    ///   - last: The stamp of the newest record that stays live while a part is missing.
    ///   - records: The IDs of the records that stay live. Beyond 1,280,000 records, which no
    ///     revocation can list, the last ones are left out.
    ///   - generator: The source of the ID of the revocation.
    /// - Returns: The parts, at least one.
    public static func parts(
        of key: KeyID,
        last: PushID,
        listing records: some Sequence<RecordID>,
        using generator: inout some RandomNumberGenerator
    ) -> [KeyRevocation] {
        let list = Set(records.lazy.map { RecordIDPrefix($0) }).sorted()
        let (size, id) = (Int(maximumListCount), RevocationID(using: &generator))
        let count = min(max(1, (list.count + size - 1) / size), Int(maximumParts))
        return (0..<count)
            .map { index in
                KeyRevocation(
                    of: key,
                    last: last,
                    id: id,
                    part: UInt64(index + 1),
                    of: UInt64(count),
                    list: Array(list.dropFirst(index * size).prefix(size))
                )
            }
    }
}
