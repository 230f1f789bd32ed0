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
