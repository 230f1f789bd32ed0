import TimelineCore
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

    func read<Result>(
        _ query: (any SocialReader, any AccountReader) throws -> Result
    ) throws -> Result {
        try repository.read(query)
    }

    func writeAccountsIfPossible(
        _ update: (any SocialReader, any AccountWriter) throws -> Void
    ) throws -> Bool {
        try repository.writeAccountsIfPossible(update)
    }

    func apply(
        drafting draft: (any SocialReader, any AccountWriter) throws -> ValidatedBatch,
        rejecting reject: (([VerifiedRecord], any AccountWriter) throws -> Void)?
    ) throws -> [VerifiedRecord] {
        var drafted: [VerifiedRecord] = []
        let applied = try repository.apply { reader, accounts in
            drafted = try draft(reader, accounts).records
            let kept = fault == .singleCommits ? [] : drafted.filter { !$0.unsets }
            return ValidatedBatch(unchecked: kept)
        }
        guard fault == .singleCommits else { return applied }
        for record in drafted { try repository.apply(ValidatedBatch(unchecked: [record])) }
        return drafted
    }
}

extension VerifiedRecord {
    /// Whether this record removes a like or a follow.
    fileprivate var unsets: Bool {
        switch content {
        case .unliked, .unfollowed: true
        default: false
        }
    }
}
