/// A part of the revocation of a device key.
///
/// A revocation lists the records of the key that its device knows. It is complete once all of its
/// parts are held. From then on, a record that the key has signed is live only if a complete
/// revocation of the key lists it, so whoever has stolen the key cannot add records by dating them
/// back; see ``liveSet(of:)``.
public struct KeyRevocation: Hashable, Sendable {
    /// The maximum number of parts of a revocation: 64.
    package static let maximumParts: UInt64 = 64
    /// The maximum number of records that a part lists: 20,000.
    package static let maximumListCount: UInt64 = 20_000

    /// The ID of the revoked key.
    public let key: KeyID
    /// The stamp above which records of the key are not live while no revocation of it is complete.
    package let last: PushID
    /// The ID that all parts of the revocation share.
    public let id: RevocationID
    /// The number of this part, from 1 to `parts`.
    public let part: UInt64
    /// The number of parts, at most 64.
    public let parts: UInt64
    /// The listed records in ascending order, at most 20,000.
    public let list: [RecordIDPrefix]

    /// Creates a part of a revocation without checking it.
    ///
    /// It is checked when its record is signed.
    package init(
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
    package func withLast(_ last: PushID) -> KeyRevocation {
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
    package static func parts(
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

/// What the held revocations of one device key leave live of the records that the key has signed.
///
/// It is a pure function of the set of revocations.
package struct KeyRevocations: Sendable {
    /// The lowest last stamp of the revocations.
    package let last: PushID
    /// The complete revocations.
    private let complete: Set<RevocationID>
    /// The lists of the complete revocations, or `nil` if none is complete.
    private let lists: [[RecordIDPrefix]]?

    /// Creates the state of a key.
    ///
    /// Returns `nil` if there are no revocations.
    ///
    /// - Parameter parts: The parts of all revocations of one key, in any order.
    package init?(_ parts: [KeyRevocation]) {
        guard let last = parts.map(\.last).min() else { return nil }
        self.last = last
        let complete = Dictionary(grouping: parts, by: \.id).compactMapValues(Self.lists)
        self.complete = Set(complete.keys)
        lists = complete.isEmpty ? nil : complete.values.flatMap(\.self)
    }

    /// Returns whether these revocations may allow other records than former ones of the same key.
    ///
    /// A further part of a revocation that stays incomplete allows the same.
    package func differ(from former: KeyRevocations?) -> Bool {
        guard let former, complete == former.complete else { return true }
        return complete.isEmpty && last != former.last
    }

    /// Returns whether a record that the key has signed may be live.
    ///
    /// It may if a complete revocation lists it or, while none is complete, if its stamp is not above
    /// the lowest last stamp.
    package func allow(_ id: RecordID, stamp: PushID) -> Bool {
        guard let lists else { return stamp <= last }
        let prefix = RecordIDPrefix(id)
        return lists.contains { $0.containsSorted(prefix) }
    }

    /// Returns the lists of all parts of a revocation, or `nil` if a part is missing or if the parts
    /// contradict each other.
    private static func lists(of parts: [KeyRevocation]) -> [[RecordIDPrefix]]? {
        var lists: [UInt64: [RecordIDPrefix]] = [:]
        for part in parts {
            guard part.parts == parts[0].parts, lists[part.part] ?? part.list == part.list else {
                return nil
            }
            lists[part.part] = part.list
        }
        return UInt64(lists.count) == parts[0].parts ? Array(lists.values) : nil
    }
}

extension [RecordIDPrefix] {
    /// Returns whether the array, which is in ascending order, contains a value.
    fileprivate func containsSorted(_ value: RecordIDPrefix) -> Bool {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if self[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low < endIndex && self[low] == value
    }
}

/// The random ID that the parts of one revocation share; see ``KeyRevocation``.
public struct RevocationID: ByteValue {
    /// The length of every ID: 16 bytes.
    public static let byteCount = 16

    private let high: UInt64
    private let low: UInt64

    /// Creates a random ID.
    package init(using generator: inout some RandomNumberGenerator) {
        (high, low) = (generator.next(), generator.next())
    }

    /// Creates an ID from its bytes.
    ///
    /// Returns `nil` unless there are exactly 16 bytes.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        var iterator = bytes.makeIterator()
        (high, low) = (iterator.bigEndian(), iterator.bigEndian())
    }

    /// The 16 bytes of the ID.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: high)
        bytes.append(bigEndian: low)
        return bytes
    }
}

/// The first 16 bytes of a record ID, with which a revocation lists a record.
public struct RecordIDPrefix: ByteValue {
    /// The length of every prefix: 16 bytes.
    public static let byteCount = 16

    private let high: UInt64
    private let low: UInt64

    /// Creates the prefix of a record ID.
    package init(_ id: RecordID) {
        (high, low) = id.leadingWords
    }

    /// Creates a prefix from its bytes.
    ///
    /// Returns `nil` unless there are exactly 16 bytes.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        var iterator = bytes.makeIterator()
        (high, low) = (iterator.bigEndian(), iterator.bigEndian())
    }

    /// The 16 bytes of the prefix.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: high)
        bytes.append(bigEndian: low)
        return bytes
    }

    /// Returns whether the first differing byte of `left` is lower than that of `right`.
    public static func < (left: Self, right: Self) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}
