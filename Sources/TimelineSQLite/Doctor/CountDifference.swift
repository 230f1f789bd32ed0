import TimelineCore

/// The keys under which two sets of counts differ: those stored, and those recounted.
///
/// Audits of different indexes describe their contents as counts by key: 1 for a row that must
/// exist once, or a number. So one comparison finds missing, wrong and superfluous rows alike, and
/// a row that occurs twice.
struct CountDifference {
    /// The number of mismatches reported per kind; a longer list tells the reader nothing more.
    ///
    /// Repairs cover all of them.
    static let reportLimit = 20

    /// The differing keys, sorted.
    let keys: [String]
    /// The counts in the store.
    private let stored: [String: Int]
    /// The counts that follow from the data.
    private let expected: [String: Int]

    /// Compares stored counts with recounted ones; a missing key counts as 0.
    ///
    /// - Parameters:
    ///   - stored: the counts in the store.
    ///   - expected: the counts that follow from the data.
    init(_ stored: [String: Int], _ expected: [String: Int]) {
        // Mostly they are equal, and comparing whole dictionaries is cheaper than joining them.
        let all = stored == expected ? [] : Set(stored.keys).union(expected.keys)
        keys = all.filter { stored[$0, default: 0] != expected[$0, default: 0] }.sorted()
        (self.stored, self.expected) = (stored, expected)
    }

    /// The first mismatches.
    ///
    /// - Parameters:
    ///   - subject: the kind of count, such as "words".
    ///   - label: describes a key.
    /// - Returns: at most ``reportLimit`` mismatches.
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
