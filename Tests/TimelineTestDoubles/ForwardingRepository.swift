public import TimelineCore

/// A repository that forwards each call to another repository and can simulate failures that do not
/// occur with local storage.
///
/// This target is compiled without package access, so it also shows that `Repository` can be
/// implemented outside the package.
public struct ForwardingRepository: Repository {
    /// The way in which writes fail.
    public enum Fault: Sendable {
        /// Writes do not fail.
        case none
        /// Every other write conflicts when it commits and is retried, so its draft runs twice.
        case conflicts
        /// The responses to all commits are lost, so writes commit and then throw an error.
        case lostAnswers
    }

    /// A way of reading home timelines that replaces the choice of the repository.
    public struct HomePlan: Sendable {
        /// A query that reads a page, or returns `nil` to leave it to the shards.
        public typealias Scan =
            @Sendable (any SocialReader, User.ID, PostRange) throws -> [Post.ID]?

        let shardCount: Int
        let scan: Scan

        /// Creates a plan.
        ///
        /// - Parameters:
        ///   - shardCount: The number of shards of pages that `scan` does not read.
        ///   - scan: A query that reads a page. It receives the reader to which queries are
        ///     forwarded.
        public init(shardCount: Int, scan: @escaping Scan = { _, _, _ in nil }) {
            self.shardCount = shardCount
            self.scan = scan
        }
    }

    private struct Conflict: Error {}

    private let base: any Repository
    private let newestStamp: PushID?
    private let plan: HomePlan?
    private let fault: Fault
    private let calls = CallCounter()

    /// Creates a forwarding repository.
    ///
    /// - Parameters:
    ///   - base: The repository that receives the calls.
    ///   - fault: The way in which writes fail.
    ///   - newestStamp: The newest stamp that readers return, or `nil` for the store's newest
    ///     stamp.
    ///   - plan: The way of reading home timelines, or `nil` for that of the repository.
    public init(
        _ base: any Repository,
        fault: Fault = .none,
        newestStamp: PushID? = nil,
        plan: HomePlan? = nil
    ) {
        self.base = base
        self.fault = fault
        self.newestStamp = newestStamp
        self.plan = plan
    }

    /// The number of drafts that have run twice.
    public var conflictCount: Int { calls.conflicts }

    /// The number of snapshots that have been read.
    public var snapshotCount: Int { calls.snapshots }

    /// The executors of the underlying repository.
    public var lanes: RepositoryLanes { base.lanes }

    /// Reads shared and private data in one snapshot.
    public func read<Result>(
        _ query: (any SocialReader, any AccountReader) throws -> Result
    ) throws -> Result {
        calls.noteSnapshot()
        return try base.read { try query(forwarding($0), $1) }
    }

    /// Applies the batch returned by `draft`, together with the private data that `draft` writes.
    public func apply(
        drafting draft: (any SocialReader, any AccountWriter) throws -> ValidatedBatch,
        rejecting reject: (([VerifiedRecord], any AccountWriter) throws -> Void)?
    ) throws -> [VerifiedRecord] {
        try write { validate in
            try base.apply(
                drafting: { reader, accounts in
                    let batch = try draft(forwarding(reader), accounts)
                    try validate()
                    return batch
                },
                rejecting: reject
            )
        }
    }

    /// Writes optional private data, unless another writer holds the lock.
    @discardableResult
    public func writeAccountsIfPossible(
        _ update: (any SocialReader, any AccountWriter) throws -> Void
    ) throws -> Bool {
        try base.writeAccountsIfPossible { try update(forwarding($0), $1) }
    }

    /// Deletes the remaining posts and comments of deleted accounts.
    public func purgeDeletedAccounts(limit: Int) throws -> [BlobID]? {
        try base.purgeDeletedAccounts(limit: limit)
    }

    /// Forwards the call.
    public func forget(
        _ user: User.ID,
        keepingFollowsOf users: [User.ID],
        limit: Int
    ) throws -> [BlobID]? {
        try base.forget(user, keepingFollowsOf: users, limit: limit)
    }

    /// Checks the storage itself.
    public func integrityFaults(repairing: Bool, verifying: Bool) throws -> [HealthFinding] {
        try base.integrityFaults(repairing: repairing, verifying: verifying)
    }

    /// Compares what follows from the records with a projection from scratch.
    public func audit(
        repairing: Bool,
        verifying: Bool,
        newestAllowed: PushID
    ) throws -> [HealthFinding] {
        try base.audit(
            repairing: repairing,
            verifying: verifying,
            newestAllowed: newestAllowed
        )
    }

    private func forwarding(_ reader: any SocialReader) -> ForwardingReader {
        ForwardingReader(reader, newestStamp: newestStamp, plan: plan)
    }

    /// Performs a write with the configured fault.
    ///
    /// `attempt` calls `validate` at the point where a conflict would be detected.
    private func write<Result>(
        _ attempt: (_ validate: () throws -> Void) throws -> Result
    ) throws -> Result {
        switch fault {
        case .none:
            return try attempt {}
        case .conflicts:
            guard calls.isNextConflicting() else { return try attempt {} }
            do {
                _ = try attempt { throw Conflict() }
            } catch is Conflict {
                // The first attempt was rolled back. The second attempt does not conflict.
            }
            return try attempt {}
        case .lostAnswers:
            _ = try attempt {}
            throw TimelineError.storageFailed(
                StorageError(operation: "Committing", reason: "The connection was lost.")
            )
        }
    }
}
