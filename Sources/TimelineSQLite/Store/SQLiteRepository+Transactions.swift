public import TimelineCore
package import TimelineSQL

/// What the statements that all databases share need of a store.
extension SQLiteRepository: SQLStore {
    package var dialect: SQLDialect { .sqlite }

    package func openScratch() throws -> any SQLConnection {
        try connections.checkFile(StoreText.reading)
        return try connections.openScratch()
    }

    package func translatingDatabaseErrors<Result>(
        _ operation: StoreOperation,
        _ body: () throws -> Result
    ) throws -> Result {
        try translatingErrors(StoreText.name(of: operation), body)
    }

    package func statementsCreatingAgain(_ index: String) throws -> String {
        try Schema.creatingAgain(index)
    }
}

/// The transactions that the protocols require, each of which runs a closure on one connection.
///
/// Reads and writes use different types. A closure that reads has no connection for writing. A
/// closure that writes private data reads shared data without the cache, because it may see changes
/// that have not been committed. The engine checks sessions and permissions inside these closures
/// (decision 16).
///
/// A closure must not call the repository again: a read inside a read, or a write inside a write,
/// throws `TimelineError.storageFailed`.
extension SQLiteRepository {
    /// Reads shared and private data in one snapshot, with the repository's cache.
    ///
    /// - Parameter query: A closure that reads the snapshot. It must not store its parameters.
    /// - Returns: The result of `query`.
    /// - Throws: Any error thrown by `query`, or `TimelineError.storageFailed`.
    public func read<Result>(
        _ query: (any SocialReader, any AccountReader) throws -> Result
    ) throws -> Result {
        try readTransaction { try query($0, PrivateTables(connection: $0.connection)) }
    }

    /// Writes optional private data on a separate connection.
    ///
    /// Does nothing if the store is read-only, is locked for a tenth of a second, or is on a full
    /// disk.
    ///
    /// - Parameter update: A closure that reads both kinds of data and writes private data.
    /// - Returns: Whether the data was written.
    /// - Throws: Any error thrown by `update`, or an error that concerns the store as a whole, such
    ///   as `TimelineError.storeTooNew`.
    @discardableResult
    public func writeAccountsIfPossible(
        _ update: (any SocialReader, any AccountWriter) throws -> Void
    ) throws -> Bool {
        try writingIfPossible { connection in
            try update(ReadTransaction(uncached: connection), PrivateTables(connection: connection))
        }
    }

    /// Applies the batch that `draft` returns, together with the private data that `draft` writes.
    ///
    /// `draft` runs only once, while the write lock is held. The epoch advances if the batch is not
    /// empty, an account is added or deleted, or a user is muted, unmuted, blocked or unblocked,
    /// because displayed usernames, home timelines and lists depend on this data.
    ///
    /// Only a batch with a record that violates a constraint is applied record by record, which takes
    /// about 100 µs more for each.
    ///
    /// - Parameters:
    ///   - draft: A closure that reads both kinds of data, writes private data, and returns the
    ///     batch.
    ///   - reject: A closure that writes private data about the records that were left out. Without
    ///     it, a record that violates a constraint is an error.
    /// - Returns: The records of the batch.
    /// - Throws: Any error thrown by `draft` or `reject`, `TimelineError.storageBusy` after
    ///   30 seconds, `storageReadOnly`, `storeTooNew` or `storageFailed`. In each case,
    ///   nothing is written, unless the commit itself failed.
    @discardableResult
    public func apply(
        drafting draft: (any SocialReader, any AccountWriter) throws -> ValidatedBatch,
        rejecting reject: (([VerifiedRecord], any AccountWriter) throws -> Void)?
    ) throws -> [VerifiedRecord] {
        try writing { try WriteTransaction.apply(on: $0, drafting: draft, rejecting: reject) }
    }

    /// Deletes posts and comments left behind by deleted accounts, in one transaction.
    ///
    /// Each deletion takes 100 to 300 µs. If anything is deleted, the epoch advances.
    ///
    /// - Parameter limit: The maximum number of posts and comments to delete. Values below 1 delete
    ///   nothing.
    /// - Returns: The blobs that the deleted posts referenced, or `nil` if nothing was left to
    ///   delete.
    /// - Throws: `TimelineError.storageBusy`, `storageReadOnly`, `storeTooNew` or `storageFailed`.
    ///   In each case, nothing is deleted.
    public func purgeDeletedAccounts(limit: Int) throws -> [BlobID]? {
        // A check of the store would otherwise wait for those who write.
        guard try readTransaction({ try $0.hasDataOfDeletedAccounts() }) else { return nil }
        return try writing { try WriteTransaction.purgeDeletedAccounts(on: $0, limit: limit) }
    }

    /// Removes some of the records in a user's scope, along with the data from these records, in
    /// one transaction.
    ///
    /// Each record takes 100 to 300 µs. If anything is removed, the epoch advances.
    ///
    /// - Parameters:
    ///   - user: A user without an account and without followers that have one.
    ///   - users: The users that the user continues to follow.
    ///   - limit: The maximum number of records to remove. At least one is removed.
    /// - Returns: The blobs that the records referenced, or `nil` if nothing was left to remove.
    /// - Throws: `TimelineError.storageBusy`, `storageReadOnly`, `storeTooNew` or `storageFailed`.
    ///   In each case, nothing is removed.
    public func forget(
        _ user: User.ID,
        keepingFollowsOf users: [User.ID],
        limit: Int
    ) throws -> [BlobID]? {
        try writing {
            try WriteTransaction.forget(user, keepingFollowsOf: users, limit: limit, on: $0)
        }
    }
}
