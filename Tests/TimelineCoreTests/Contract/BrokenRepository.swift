import TimelineCore
import TimelineRecords
import TimelineTesting

/// An in-memory repository that violates some of the laws.
struct BrokenRepository: Repository {
    enum Fault {
        /// Each record in a batch is committed separately.
        case singleCommits
        /// Records that remove a like or a follow are dropped.
        case ignoredUnsetting
    }

    let fault: Fault
    private let repository = InMemoryRepository()

    init(_ fault: Fault) { self.fault = fault }

    var lanes: RepositoryLanes { repository.lanes }

    func read<Answer>(_ query: (any SocialReader) throws -> Answer) throws -> Answer {
        try repository.read(query)
    }

    func read<Answer>(
        _ query: (any SocialReader, any AccountReader) throws -> Answer
    ) throws -> Answer {
        try repository.read(query)
    }

    func writeAccounts<Answer>(
        _ update: (any SocialReader, any AccountWriter) throws -> Answer
    ) throws -> Answer {
        try repository.writeAccounts(update)
    }

    func writeAccountsIfPossible(
        _ update: (any SocialReader, any AccountWriter) throws -> Void
    ) throws -> Bool {
        try repository.writeAccountsIfPossible(update)
    }

    func apply(drafting draft: (any SocialReader) throws -> CheckedBatch) throws -> [VerifiedRecord]
    {
        let batch = try repository.read { try draft($0) }
        switch fault {
        case .singleCommits:
            return try batch.records.flatMap { try repository.apply(drafting: only([$0])) }
        case .ignoredUnsetting:
            return try repository.apply(drafting: only(batch.records.filter { !$0.unsets }))
        }
    }

    /// Returns a draft of a batch with the given records.
    private func only(_ records: [VerifiedRecord]) -> (any SocialReader) throws -> CheckedBatch {
        { _ in CheckedBatch(unchecked: records) }
    }

    func apply(
        drafting draft: (any SocialReader, any AccountWriter) throws -> CheckedBatch
    ) throws -> [VerifiedRecord] {
        try repository.apply(drafting: draft)
    }

    func integrityFaults() -> [String] { repository.integrityFaults() }
}

extension VerifiedRecord {
    /// Whether this record removes a like or a follow.
    fileprivate var unsets: Bool {
        switch body.content {
        case .unliked, .unfollowed: true
        default: false
        }
    }
}
