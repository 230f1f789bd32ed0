/// An in-memory repository for previews and tests.
///
/// Other repositories are tested against it.
///
/// This repository favors obvious correctness: locks guard the shared and the private data, and a
/// single function applies each change.
///
/// ```swift
/// let owner = StoreOwner(
///     repository: InMemoryRepository(), blobs: InMemoryBlobStore(), hasher: hasher
/// )
/// ```
public final class InMemoryRepository: Repository {
    let social = Lock(SocialState())
    let accounts = Lock(AccountState())

    /// The executors that all engines on this repository share.
    public let lanes = RepositoryLanes()

    /// Creates an empty repository.
    public init() {}

    /// Runs a query on one snapshot.
    public func read<Answer>(_ query: (any SocialReader) throws -> Answer) throws -> Answer {
        let snapshot = social.withLock { $0 }
        return try query(snapshot)
    }

    /// Applies the batch that `draft` returns.
    public func apply(
        drafting draft: (any SocialReader) throws -> CheckedBatch
    ) throws -> [Change] {
        try social.withLock { try $0.apply(drafting: draft) }
    }

    /// Moves a user's items dated in the future to the present by assigning new IDs and stamps.
    public func moveToPresent(
        of user: User.ID,
        newerThan limit: PushID,
        _ environment: TimelineEnvironment
    ) -> Int {
        social.withLock { social in
            accounts.withLock { $0.endReadPositions(at: environment.present) }
            return social.moveToPresent(of: user, newerThan: limit, environment)
        }
    }

    /// Gives posts and comments new IDs, and then applies the batch that `draft` returns.
    public func convertUser(
        planning plan: (any SocialReader, any AccountReader) throws -> UserConversion?,
        drafting draft: (any SocialReader, any AccountWriter) throws -> CheckedBatch
    ) throws -> UserConversion? {
        try social.withLock { social in
            try accounts.withLock { accounts in
                let transaction = AccountTransaction(accounts)
                guard let conversion = try plan(social, transaction) else { return nil }
                var converted = social
                converted.convert(conversion)
                let moved = converted
                try converted.apply { _ in try draft(moved, transaction) }
                (social, accounts) = (converted, transaction.state)
                _ = social.settle(accounts)
                return conversion
            }
        }
    }

    /// Removes the records of a user's scope, along with the data from these records.
    public func forget(
        _ user: User.ID,
        keepingFollowsOf users: [User.ID],
        limit: Int
    ) -> [BlobID]? {
        social.withLock { $0.forget(user, keepingFollowsOf: users) }
    }

    /// Returns an empty list, because an in-memory repository has no files that could be damaged.
    public func integrityFaults() -> [String] { [] }

    /// Compares the stored counts of some users or posts with a recount.
    public func audit(
        after cursor: AuditCursor?,
        limit: Int,
        repairing: Bool
    ) -> Page<CountMismatch, AuditCursor> {
        social.withLock { $0.audit(after: cursor, limit: limit, repairing: repairing) }
    }
}
