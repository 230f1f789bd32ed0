/// Keeps a repository in memory: for previews, for tests, and as the oracle of the other repositories.
///
/// It is written for being plainly right: state behind one lock, applied by one function a change.
public final class InMemoryRepository: Repository {
    let social = Lock(SocialState())
    let accounts = Lock(AccountState())

    /// The lanes that all engines on this repository share.
    public let lanes = RepositoryLanes()

    /// Makes an empty repository.
    public init() {}

    /// Answers questions about one moment.
    public func read<Answer>(_ query: (any SocialReader) throws -> Answer) throws -> Answer {
        let moment = social.withLock { $0 }
        return try query(moment)
    }

    /// Applies the changes that `draft` makes of what is there.
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

    /// The epoch of the shared data.
    public func epoch() -> Int { social.withLock(\.epoch) }

    /// Nothing: dictionaries do not decay.
    public func integrityFaults() -> [String] { [] }

    /// Compares every count kept with a recount.
    public func audit(repairing: Bool) -> [CountMismatch] {
        social.withLock { $0.audit(repairing: repairing) }
    }
}
