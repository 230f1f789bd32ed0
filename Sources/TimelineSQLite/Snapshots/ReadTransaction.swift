import GRDB
import TimelineCore

/// Shared data as one snapshot shows it; the answers to queries are extensions, in the folder of
/// each concept.
///
/// Nothing changes while it lasts, so the epoch of the snapshot is read once, and entries of the
/// repository's cache are used if they are valid in that epoch.
///
/// ## Life of a snapshot
/// 1. `SQLiteRepository.readTransaction(_:)` notes the generation of the cache.
/// 2. GRDB lends a reader connection and opens a deferred transaction. SQLite takes the snapshot at
///    the first statement that reads.
/// 3. The first query that needs the epoch or the viewer reads both in one statement, and brings
///    the cache to that epoch.
/// 4. The closure ends; the transaction and all statements end with it.
///
/// A snapshot blocks no writer, and no writer blocks it (WAL mode). While it lasts, SQLite cannot
/// restart the write-ahead log from its beginning, so do not hold one while waiting for people, the
/// network or other tasks.
///
/// ## Visibility
/// Queries never return removed users, deleted posts or pending changes, as `SocialReader`
/// requires. Deleted rows are gone; pending changes are in a table that queries do not read; and
/// users without a profile (`username IS NULL`) are left out by each query. Only lists of IDs may
/// contain posts of a removed user that are not deleted yet (decision 26).
struct ReadTransaction: Tables, SocialReader {
    /// The tables, for queries that need no epoch.
    let tables: SharedTables
    /// A class, so that all copies of this value share the rows already read.
    private let snapshotInfo: SnapshotInfoCache

    var database: Database { tables.database }

    /// Reads with the cache of a repository.
    ///
    /// - Parameters:
    ///   - database: a connection inside a transaction in which nothing has been changed.
    ///   - snapshotInfo: made before the transaction began.
    init(_ database: Database, _ snapshotInfo: SnapshotInfoCache) {
        tables = SharedTables(database: database)
        self.snapshotInfo = snapshotInfo
    }

    /// Reads with an empty cache, which ends with the transaction.
    ///
    /// Write transactions read through it: they see changes that may be rolled back, which no cache
    /// of the repository may contain. It is valid until the next change.
    ///
    /// Its snapshot information is read once, too: after a write in the same transaction, make
    /// another one to see the new counts of the viewer.
    ///
    /// - Parameter database: a connection inside a transaction.
    init(uncached database: Database) {
        self.init(database, SnapshotInfoCache(CacheGenerations()))
    }

    /// The epoch of the snapshot, the viewer's row, and the cache.
    ///
    /// Costs one statement per viewer and snapshot, and nothing for further queries with the same
    /// viewer.
    ///
    /// - Parameter viewer: the user that sees the answers; `nil` for a guest.
    /// - Returns: the information, in which the viewer is `nil` for an unknown user.
    ///
    /// - Throws: `DatabaseError`.
    func snapshotInfo(for viewer: User.ID?) throws -> SnapshotInfo {
        try snapshotInfo.info(for: viewer, in: tables)
    }

    /// The epoch of the snapshot and the cache; the viewer may be any.
    ///
    /// - Throws: `DatabaseError`.
    func anySnapshotInfo() throws -> SnapshotInfo { try snapshotInfo.info(in: tables) }

    func epoch() throws -> Int { try snapshotInfo.info(in: tables).epoch }

    /// The newest stamp of the store, read together with the epoch.
    func newestStamp() throws -> PushID { try snapshotInfo.info(in: tables).newestStamp }
}
