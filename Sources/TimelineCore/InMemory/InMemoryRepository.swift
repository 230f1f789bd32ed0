/// An in-memory repository for previews and tests.
///
/// Other repositories are tested against it.
///
/// This repository favors obvious correctness: it holds the live records, and derives everything
/// that readers see from all of them at once. A commit therefore takes time in proportion to the
/// number of records.
///
/// ```swift
/// let owner = StoreOwner(
///     repository: InMemoryRepository(), blobs: InMemoryBlobStore(), hasher: hasher
/// )
/// ```
public final class InMemoryRepository: Repository {
    private let social = Lock(SocialState())
    private let accounts = Lock(AccountState())

    /// The executors that all engines on this repository share.
    public let lanes = RepositoryLanes()

    /// Creates an empty repository.
    public init() {}

    /// Runs a query on one snapshot of shared and private data.
    public func read<Result>(
        _ query: (any SocialReader, any AccountReader) throws -> Result
    ) throws -> Result {
        let (social, accounts) = social.withLock { social in
            (social, self.accounts.withLock { $0 })
        }
        return try query(social, AccountTransaction(accounts))
    }

    /// Applies the batch that `draft` returns, together with the private data that it writes.
    ///
    /// Every record can be stored.
    @discardableResult
    public func apply(
        drafting draft: (any SocialReader, any AccountWriter) throws -> ValidatedBatch,
        rejecting reject: (([VerifiedRecord], any AccountWriter) throws -> Void)?
    ) throws -> [VerifiedRecord] {
        try write { social, accounts in
            let batch = try draft(social, accounts)
            social.apply(batch)
            return batch.records
        }
    }

    /// Writes private data in one transaction.
    @discardableResult
    public func writeAccountsIfPossible(
        _ update: (any SocialReader, any AccountWriter) throws -> Void
    ) throws -> Bool {
        try writeAccounts(update)
        return true
    }

    /// Removes the records of a user's scope.
    public func forget(
        _ user: User.ID,
        keepingFollowsOf users: [User.ID],
        limit: Int
    ) -> [BlobID]? {
        social.withLock { $0.forget(user, keepingFollowsOf: users) }
    }

    /// Runs a transaction, and commits its changes if it throws no error.
    private func write<Result>(
        _ update: (inout SocialState, AccountTransaction) throws -> Result
    ) throws -> Result {
        try social.withLock { social in
            try accounts.withLock { accounts in
                let transaction = AccountTransaction(accounts)
                let epoch = social.commitCount
                let answer = try update(&social, transaction)
                accounts = transaction.state
                social.settle(accounts, since: epoch)
                return answer
            }
        }
    }
}
