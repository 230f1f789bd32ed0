/// A repository in memory, for previews and tests, and the oracle of the other repositories.
///
/// It favors obvious correctness: one lock guards the state, and one function applies each change.
///
/// ```swift
/// let owner = StoreOwner(
///     repository: InMemoryRepository(), blobs: InMemoryBlobStore(), hasher: hasher
/// )
/// ```
public final class InMemoryRepository: Repository {
    let social = Lock(SocialState())
    let accounts = Lock(AccountState())

    /// The lanes that all engines on this repository share.
    public let lanes = RepositoryLanes()

    /// Creates an empty repository.
    public init() {}

    /// Runs queries on one snapshot.
    public func read<Answer>(_ query: (any SocialReader) throws -> Answer) throws -> Answer {
        let moment = social.withLock { $0 }
        return try query(moment)
    }

    /// Applies the batch returned by `draft`.
    public func apply(
        drafting draft: (any SocialReader) throws -> CheckedBatch
    ) throws -> [Change] {
        try social.withLock { try $0.apply(drafting: draft) }
    }

    /// Gives a user's items from the future new IDs and stamps at the present.
    public func moveToPresent(
        of user: User.ID,
        newerThan limit: PushID,
        _ environment: TimelineEnvironment
    ) -> Int {
        social.withLock { social in
            accounts.withLock { $0.endReadPositions(at: environment.present) }
            return social.moveToPresent(user, newerThan: limit, environment)
        }
    }

    /// Replaces photos of an earlier version.
    public func convert(_ conversions: [PhotoConversion]) {
        social.withLock { social in
            accounts.withLock { accounts in
                let transaction = AccountTransaction(accounts)
                social.convert(conversions, setOriginal: transaction.setOriginal)
                accounts = transaction.state
            }
        }
    }

    /// Returns no faults, since memory has no file to damage.
    public func integrityFaults() -> [String] { [] }

    /// Compares the counts of some users or posts with a recount.
    public func audit(
        after cursor: AuditCursor?,
        limit: Int,
        repairing: Bool
    ) -> Page<CountMismatch, AuditCursor> {
        social.withLock { $0.audit(after: cursor, limit: limit, repairing: repairing) }
    }
}
