public import TimelineCore
import TimelineRecords

extension RepositoryLaws {
    /// Checks that a repository returns everything that determines its shared data, as
    /// `InMemoryRepository` does, and that this is sufficient to restore the shared data.
    ///
    /// - Throws: ``LawViolation``, which lists all broken rules.
    public static func entries(_ newRepository: Maker) throws {
        try check(
            "Entries",
            newRepository,
            [
                "The entries of changes are those of the oracle.": entriesOfChanges,
                "The entries of records are those of the oracle.": entriesOfRecords,
            ]
        )
    }

    private static func entriesOfChanges(_ newRepository: Maker) throws {
        for seed in 1...3 as ClosedRange<UInt64> {
            let script = ChangeScript(seed: seed, count: 600).changes
            let (repository, oracle) = (try newRepository(), InMemoryRepository())
            try repository.apply(script)
            try oracle.apply(script)
            try compareEntries(of: repository, with: oracle, newRepository, seed: seed)
        }
    }

    private static func entriesOfRecords(_ newRepository: Maker) throws {
        for seed in 4...6 as ClosedRange<UInt64> {
            let script = try RecordScript(seed: seed, count: 300).records
            let changes = ChangeScript(seed: seed, count: 200).changes
            let (repository, oracle) = (try newRepository(), InMemoryRepository())
            for part in [repository, oracle] as [any Repository] {
                try part.apply(changes)
                try part.apply(CheckedBatch(unchecked: [], records: script))
            }
            try compareEntries(of: repository, with: oracle, newRepository, seed: seed)
        }
    }

    private static func compareEntries(
        of repository: any Repository,
        with oracle: InMemoryRepository,
        _ newRepository: Maker,
        seed: UInt64
    ) throws {
        let entries = try sharedEntries(of: repository)
        let expected = Set(try sharedEntries(of: oracle))
        try compare(Set(entries), with: expected, "seed \(seed): the entries")
        try expect(Set(entries).count, equals: entries.count, "seed \(seed): repeated entries")
        let times = entries.map(\.milliseconds)
        try expect(times, equals: times.sorted(), "seed \(seed): the order of the entries")
        let middle = times[times.count / 2]
        let early = try sharedEntries(of: repository, in: 0...middle)
        let late = try sharedEntries(of: repository, in: middle + 1...PushID.max.milliseconds)
        try expect(early.count, equals: times.count { $0 <= middle }, "seed \(seed): early entries")
        try compare(Set(early + late), with: expected, "seed \(seed): early and late entries")

        let copy = try newRepository()
        var generator = SplitMix64(seed: seed)
        try copy.apply(entries.compactMap(\.change).shuffled(using: &generator))
        let records = entries.compactMap(\.record).shuffled(using: &generator)
        try copy.apply(CheckedBatch(unchecked: [], records: records))
        let restored = try sharedEntries(of: copy)
        try compare(Set(restored), with: Set(entries), "seed \(seed): the restored entries")
        try expect(copy.audit(repairing: false), equals: [], "seed \(seed): the restored counts")
    }

    /// Compares two sets, and describes only some of their differences.
    private static func compare(
        _ entries: Set<SharedEntry>,
        with expected: Set<SharedEntry>,
        _ context: String
    ) throws {
        let (extra, missing) = (entries.subtracting(expected), expected.subtracting(entries))
        try expect(extra.prefix(2).map { "\($0)" }, equals: [], "\(context), in excess")
        try expect(missing.prefix(2).map { "\($0)" }, equals: [], "\(context), missing")
    }

    private static func sharedEntries(
        of repository: any Repository,
        in times: ClosedRange<UInt64> = 0...PushID.max.milliseconds
    ) throws -> [SharedEntry] {
        try repository.read { reader in
            var entries: [SharedEntry] = []
            try reader.forEachEntry(in: times) { entries.append($0) }
            return entries
        }
    }
}

extension SharedEntry {
    fileprivate var change: Change? {
        if case .change(let change) = statement { change } else { nil }
    }

    fileprivate var record: VerifiedRecord? {
        if case .record(let record) = statement { record } else { nil }
    }
}
