import TimelineCore

/// Access to the shared data in one snapshot.
///
/// The queries are in extensions, in the folders of their subjects. The data does not change during
/// the snapshot, so the epoch is read once, and entries in the repository's cache are used if they
/// are valid for this epoch.
///
/// ## Life cycle of a snapshot
/// 1. `SQLiteRepository.readTransaction(_:)` records the generation of the cache.
/// 2. ``ReaderPool`` lends a connection and opens a deferred transaction. SQLite creates the
///    snapshot at the first statement that reads.
/// 3. The first query that needs the epoch or the viewer reads both in one statement and updates
///    the cache to the epoch.
/// 4. When the closure ends, the transaction and all statements end.
///
/// Snapshots and writers do not block each other (WAL mode). While a snapshot is open, SQLite
/// cannot restart the write-ahead log from its beginning, so do not keep a snapshot open while
/// waiting for people, the network or other tasks.
///
/// ## Visibility
/// Queries never return removed users, deleted posts or records without an effect, as `SocialReader`
/// requires. These have no rows in the derived tables. Each query omits users without a profile (`username IS NULL`). Only lists of IDs may
/// contain posts by a removed user that have not been deleted yet (decision 26).
struct ReadTransaction: Tables, SocialReader {
    /// The tables, for queries that do not need the epoch.
    let tables: SharedTables
    /// An object, so that all copies of this value share the rows that have been read.
    private let snapshotInfo: SnapshotInfoCache

    var connection: Connection { tables.connection }

    /// Creates a transaction that reads with a repository's cache.
    ///
    /// - Parameters:
    ///   - connection: A connection inside a transaction that has not changed anything.
    ///   - snapshotInfo: The information about the snapshot, created before the transaction began.
    init(_ connection: Connection, _ snapshotInfo: SnapshotInfoCache) {
        tables = SharedTables(connection: connection)
        self.snapshotInfo = snapshotInfo
    }

    /// Creates a transaction that reads with an empty cache, which is discarded afterwards.
    ///
    /// Write transactions use it for reading. They see changes that may be rolled back, which must
    /// not enter the repository's cache. The cache is valid only until the next change.
    ///
    /// The information about the snapshot is also read only once. After a write in the same
    /// transaction, create another value to see the viewer's new counts.
    ///
    /// - Parameter connection: A connection inside a transaction.
    init(uncached connection: Connection) {
        self.init(connection, SnapshotInfoCache(CacheGenerations()))
    }

    /// Returns the epoch of the snapshot, the viewer's row, and the cache.
    ///
    /// This requires one statement per viewer and snapshot. Further queries for the same viewer
    /// require none.
    ///
    /// - Parameter viewer: The ID of the viewer, or `nil` for a guest.
    /// - Returns: The information, in which the viewer is `nil` for an unknown user.
    /// - Throws: `SQLiteError`.
    func snapshotInfo(for viewer: User.ID?) throws -> SnapshotInfo {
        try snapshotInfo.info(for: viewer, in: tables)
    }

    /// Returns the epoch of the snapshot and the cache, for any viewer.
    ///
    /// - Throws: `SQLiteError`.
    func anySnapshotInfo() throws -> SnapshotInfo { try snapshotInfo.info(in: tables) }

    func epoch() throws -> Int { try snapshotInfo.info(in: tables).epoch }
}
