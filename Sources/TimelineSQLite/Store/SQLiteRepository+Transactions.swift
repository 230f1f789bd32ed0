import GRDB
public import TimelineCore

/// The transactions that the protocols require, each one closure on one connection.
///
/// Reads and writes get types of their own: a closure that reads has no connection to write with,
/// and one that writes private data reads shared data without the cache, since it may see its own
/// changes. Sessions and permissions are checked inside these closures, by the engine (decision
/// 16).
///
/// A closure must not call the repository again: GRDB ends the process when a read runs inside a
/// read, or a write inside a write, as with any failed precondition.
extension SQLiteRepository {
    /// Reads shared data in one snapshot, with the repository's cache.
    ///
    /// - Parameter query: reads the snapshot; must not store its parameter.
    /// - Returns: the result of `query`.
    /// - Throws: the error of `query`; `TimelineError.storageFailed`.
    public func read<Answer>(_ query: (any SocialReader) throws -> Answer) throws -> Answer {
        try readTransaction(query)
    }

    /// Reads shared and private data in one snapshot, with the repository's cache.
    ///
    /// - Parameter query: reads the snapshot; must not store its parameters.
    /// - Returns: the result of `query`.
    /// - Throws: the error of `query`; `TimelineError.storageFailed`.
    public func read<Answer>(
        _ query: (any SocialReader, any AccountReader) throws -> Answer
    ) throws -> Answer {
        try readTransaction { try query($0, PrivateTables(database: $0.database)) }
    }

    /// Writes private data in one transaction; runs `update` once, and does not advance the epoch.
    ///
    /// - Parameter update: reads both kinds of data and writes private data.
    /// - Returns: the result of `update`, after the commit.
    /// - Throws: the error of `update`; `TimelineError`: `storageBusy` after ``busyTimeout``
    ///   seconds, `storageReadOnly`, `storeTooNew` or `storageFailed`. Then nothing was written.
    public func writeAccounts<Answer>(
        _ update: (any SocialReader, any AccountWriter) throws -> Answer
    ) throws -> Answer {
        try writing { database in
            try update(ReadTransaction(uncached: database), PrivateTables(database: database))
        }
    }

    /// Writes optional private data on a separate connection; does nothing if the store is locked
    /// for a tenth of a second, read-only, or on a full disk.
    ///
    /// - Parameter update: reads both kinds of data and writes private data.
    /// - Throws: the error of `update`; failures of the store itself, such as
    ///   `TimelineError.storeTooNew`.
    public func writeAccountsIfPossible(
        _ update: (any SocialReader, any AccountWriter) throws -> Void
    ) throws {
        try writingIfPossible { database in
            try update(ReadTransaction(uncached: database), PrivateTables(database: database))
        }
    }

    /// Applies the batch returned by `draft`, which runs once, with the write lock held.
    ///
    /// - Parameter draft: reads shared data; returns the batch.
    /// - Returns: the applied changes; none for an empty batch, which does not advance the epoch.
    /// - Throws: the error of `draft`; `TimelineError`: `identifierConflict`, `storageBusy` after
    ///   ``busyTimeout`` seconds, `storageReadOnly`, `storeTooNew` or `storageFailed`. Then nothing
    ///   was written, unless the commit itself failed.
    @discardableResult
    public func apply(
        drafting draft: (any SocialReader) throws -> CheckedBatch
    ) throws -> [Change] {
        try apply { reader, _ in try draft(reader) }
    }

    /// Applies the batch returned by `draft` together with the private data that it writes.
    ///
    /// - Parameter draft: reads both kinds of data, writes private data, and returns the batch.
    /// - Returns: the applied changes; none for an empty batch, which writes the private data all
    ///   the same.
    /// - Throws: the error of `draft`; `TimelineError`: `identifierConflict`, `storageBusy` after
    ///   ``busyTimeout`` seconds, `storageReadOnly`, `storeTooNew` or `storageFailed`. Then nothing
    ///   was written, unless the commit itself failed.
    @discardableResult
    public func apply(
        drafting draft: (any SocialReader, any AccountWriter) throws -> CheckedBatch
    ) throws -> [Change] {
        try writing { database in
            let reader = ReadTransaction(uncached: database)
            let batch = try draft(reader, PrivateTables(database: database))
            guard !batch.changes.isEmpty else { return [] }
            try WriteTransaction(database, oldestNews: batch.oldestNews).apply(batch.changes)
            return batch.changes
        }
    }

    /// Deletes posts and comments that removed users have left, in one transaction, which takes 100
    /// to 300 µs for each.
    ///
    /// Advances the epoch if it deleted anything.
    ///
    /// - Parameter limit: The maximum number of posts and comments. Values below 1 delete nothing.
    /// - Returns: the blobs that the deleted posts referenced; `nil` if nothing was left.
    /// - Throws: `TimelineError`: `storageBusy`, `storageReadOnly`, `storeTooNew` or
    ///   `storageFailed`. Then nothing was deleted.
    public func purgeRemovedUsers(limit: Int) throws -> [BlobID]? {
        try writing { database in
            let transaction = try WriteTransaction(database)
            guard let blobs = try transaction.purgeRemovedUsers(limit: limit) else { return nil }
            if limit > 0 { try transaction.finish() }
            return blobs
        }
    }

    /// Gives a user's items from the future new IDs and stamps at the present, in one transaction,
    /// which rebuilds the search indexes.
    ///
    /// Read positions of all users are cut off at the present.
    ///
    /// - Parameters:
    ///   - user: the user with the clock that was ahead.
    ///   - limit: the highest stamp that is not from the future.
    ///   - environment: the clock and the random bits.
    /// - Returns: the number of stamps replaced.
    /// - Throws: `TimelineError`: `storageBusy`, `storageReadOnly`, `storeTooNew` or
    ///   `storageFailed`. Then nothing was moved.
    @discardableResult
    public func moveToPresent(
        of user: User.ID,
        newerThan limit: PushID,
        _ environment: TimelineEnvironment
    ) throws -> Int {
        try writing { database in
            try PrivateTables(database: database).truncateReadPositions(to: environment.present)
            return try WriteTransaction(database)
                .moveToPresent(user, newerThan: limit, environment)
        }
    }
}
