public import TimelineCore

extension RepositoryLaws {
    /// Checks that a repository returns all live records in order, as `InMemoryRepository` does, and
    /// that they are sufficient to restore the shared data.
    ///
    /// - Throws: ``LawViolation``, which lists all broken rules.
    public static func entries(_ newRepository: Maker) throws {
        try check(
            "Entries",
            newRepository,
            ["The live records are those of the oracle, and restore a store.": liveRecords]
        )
    }

    private static func liveRecords(_ newRepository: Maker) throws {
        for seed in 1...3 as ClosedRange<UInt64> {
            let batch = ValidatedBatch(
                unchecked: try RecordScript(seed: seed, count: 300).disordered()
            )
            let (repository, oracle) = (try newRepository(), InMemoryRepository())
            for part in [repository, oracle] as [any Repository] { try part.apply(batch) }
            let records = try liveRecords(of: repository)
            try expect(records == liveRecords(of: oracle), "seed \(seed): the records")
            let positions = records.map { RecordPosition(of: $0) }
            try expect(positions == positions.sorted(), "seed \(seed): the order of the records")

            let copy = try newRepository()
            var generator = SplitMix64(seed: seed)
            let shuffled = records.shuffled(using: &generator)
            try copy.apply(ValidatedBatch(unchecked: shuffled))
            try expect(liveRecords(of: copy) == records, "seed \(seed): the restored records")
            try expect(copy.audit(repairing: false), equals: [], "seed \(seed): the counts")
        }
    }

    private static func liveRecords(of repository: any Repository) throws -> [VerifiedRecord] {
        try repository.read { reader in
            var records: [VerifiedRecord] = []
            try reader.forEachRecord { records.append($0) }
            return records
        }
    }
}
