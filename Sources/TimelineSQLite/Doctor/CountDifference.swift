import TimelineCore

/// The difference between stored counts and a recount.
///
/// Every audit describes the contents of an index as counts by key. The count is 1 for a row that
/// must occur exactly once, or else the stored number. A single comparison therefore finds missing,
/// wrong, superfluous and duplicate rows.
struct CountDifference {
    /// The maximum number of mismatches reported per kind, because a longer list is not more
    /// informative.
    ///
    /// Repairs are not limited to the reported mismatches.
    static let reportLimit = 20

    /// The keys with different counts, in ascending order.
    let keys: [String]
    /// The stored counts.
    private let stored: [String: Int]
    /// The counts derived from the data.
    private let expected: [String: Int]

    /// Compares stored counts with a recount, treating missing keys as 0.
    ///
    /// - Parameters:
    ///   - stored: The stored counts.
    ///   - expected: The counts derived from the data.
    init(_ stored: [String: Int], _ expected: [String: Int]) {
        // The counts are usually equal, and comparing whole dictionaries is cheaper than merging
        // their keys.
        let all = stored == expected ? [] : Set(stored.keys).union(expected.keys)
        keys = all.filter { stored[$0, default: 0] != expected[$0, default: 0] }.sorted()
        (self.stored, self.expected) = (stored, expected)
    }

    /// Returns the first mismatches, sorted by key.
    ///
    /// - Parameters:
    ///   - subject: The kind of count, such as "words".
    ///   - label: A closure that describes a key.
    /// - Returns: At most ``reportLimit`` mismatches.
    func mismatches(_ subject: String, label: (String) -> String = { $0 }) -> [CountMismatch] {
        keys.prefix(Self.reportLimit)
            .map { key in
                CountMismatch(
                    subject: "\(subject) \(label(key))",
                    stored: stored[key, default: 0],
                    expected: expected[key, default: 0]
                )
            }
    }
}
