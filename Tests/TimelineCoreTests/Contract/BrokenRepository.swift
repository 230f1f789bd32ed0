import TimelineCore

/// An in-memory repository that violates some of the laws.
struct BrokenRepository: Repository {
    enum Fault {
        /// Each change in a batch is committed separately.
        case singleCommits
        /// Changes that remove a like or a follow are dropped.
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

    func apply(drafting draft: (any SocialReader) throws -> CheckedBatch) throws -> [Change] {
        let batch = try repository.read { try draft($0) }
        switch fault {
        case .singleCommits:
            return try batch.changes.flatMap { change in
                try repository.apply { (_: any SocialReader) in CheckedBatch(unchecked: [change]) }
            }
        case .ignoredUnsetting:
            let changes = batch.changes.filter { !$0.unsets }
            return try repository.apply { (_: any SocialReader) in CheckedBatch(unchecked: changes)
            }
        }
    }

    func apply(
        drafting draft: (any SocialReader, any AccountWriter) throws -> CheckedBatch
    ) throws -> [Change] {
        try repository.apply(drafting: draft)
    }

    func moveToPresent(
        of user: User.ID,
        newerThan limit: PushID,
        _ environment: TimelineEnvironment
    ) -> Int {
        repository.moveToPresent(of: user, newerThan: limit, environment)
    }

    func convertUser(
        planning plan: (any SocialReader, any AccountReader) throws -> UserConversion?,
        drafting draft: (any SocialReader, any AccountWriter) throws -> CheckedBatch
    ) throws -> UserConversion? {
        try repository.convertUser(planning: plan, drafting: draft)
    }

    func integrityFaults() -> [String] { repository.integrityFaults() }

    func audit(
        after cursor: AuditCursor?,
        limit: Int,
        repairing: Bool
    ) -> Page<CountMismatch, AuditCursor> {
        repository.audit(after: cursor, limit: limit, repairing: repairing)
    }
}

extension Change {
    /// Whether this change removes a like or a follow.
    fileprivate var unsets: Bool {
        switch action {
        case .unliked, .unfollowed: true
        default: false
        }
    }
}
