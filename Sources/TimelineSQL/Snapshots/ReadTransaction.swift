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
/// Queries never return deleted accounts, deleted posts or records without an effect, as
/// `SocialReader` requires. These have no rows in the derived tables. Each query omits users
/// without a profile (`username IS NULL`). Only lists of IDs may contain posts by a deleted account
/// that have not been deleted yet (decision 26).
package struct ReadTransaction: Tables, SocialReader {
    /// The tables, for queries that do not need the epoch.
    let tables: SharedTables
    /// An object, so that all copies of this value share the rows that have been read.
    private let snapshotInfo: SnapshotInfoCache

    package var connection: any SQLConnection { tables.connection }

    /// Creates a transaction that reads with a repository's cache.
    ///
    /// - Parameters:
    ///   - connection: A connection inside a transaction that has not changed anything.
    ///   - snapshotInfo: The information about the snapshot, created before the transaction began.
    package init(_ connection: any SQLConnection, _ snapshotInfo: SnapshotInfoCache) {
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
    package init(uncached connection: any SQLConnection) {
        self.init(connection, SnapshotInfoCache(CacheGenerations()))
    }

    /// Returns the epoch of the snapshot, the viewer's row, and the cache.
    ///
    /// This requires one statement per viewer and snapshot. Further queries for the same viewer
    /// require none.
    ///
    /// - Parameter viewer: The ID of the viewer, or `nil` for a guest.
    /// - Returns: The information, in which the viewer is `nil` for an unknown user.
    /// - Throws: A database error.
    func snapshotInfo(for viewer: User.ID?) throws -> SnapshotInfo {
        try snapshotInfo.info(for: viewer, in: tables)
    }

    /// What is known of the page that is being read.
    var completion: PageCompletion {
        get { snapshotInfo.completion }
        nonmutating set { snapshotInfo.completion = newValue }
    }

    /// Returns the epoch of the snapshot and the cache, for any viewer.
    func anySnapshotInfo() throws -> SnapshotInfo { try snapshotInfo.info(in: tables) }

    package func epoch() throws -> Int {
        connection.dialect == .sqlite
            ? try snapshotInfo.info(in: tables).epoch : try tables.settledEpoch()
    }
}

/// The epoch of a snapshot, its viewer's row, and the cache for it.
///
/// A single statement reads all of this, because each statement takes some microseconds. The
/// statement joins the only row of `clock` with one lookup in the index on `user.uuid`.
///
/// Pass `epoch` to every call of `cache`. If the cache advances to a later epoch during the
/// snapshot, it returns no entries for this one.
struct SnapshotInfo {
    /// The viewer, or `nil` if there is no viewer or the store does not contain the user.
    let viewer: KnownViewer?
    /// The epoch of the snapshot, for which entries in the cache are valid.
    ///
    /// In PostgreSQL, it is 0, because no other snapshot shares the cache.
    let epoch: Int
    /// The repository's cache.
    ///
    /// When this information was read, the cache was valid for this epoch or a later one.
    let cache: TimelineCache
}

/// A cache for the last ``SnapshotInfo`` of a read transaction, which one page needs several times.
///
/// A snapshot normally serves a single viewer. With two alternating viewers, the statement runs
/// again for each change of viewer, but the repository's cache is updated only once.
///
/// This class must be used from one thread at a time, like the connection to which it belongs.
package final class SnapshotInfoCache {
    /// The generations of the repository's cache.
    private let generations: CacheGenerations
    /// The cache and its epoch before the snapshot began.
    private let start: (cache: TimelineCache, epoch: Int)
    /// The information for the viewer of the last query.
    private var last: (viewer: User.ID?, info: SnapshotInfo)?
    /// What is known of the page that is being read.
    fileprivate var completion = PageCompletion()

    /// Records the current generation of the cache.
    ///
    /// Create this object before the snapshot begins, because ``CacheGenerations`` depends on this
    /// order.
    package init(_ generations: CacheGenerations) {
        self.generations = generations
        start = generations.start()
    }

    /// Returns the information about the snapshot for a viewer.
    ///
    /// The information is read from the row of `clock`, joined with the viewer's row, unless the
    /// last query was for the same viewer.
    ///
    /// - Parameters:
    ///   - viewer: The ID of the viewer, or `nil` for a guest.
    ///   - tables: The tables of the snapshot, which must be the same in every call.
    /// - Returns: The information.
    /// - Throws: A database error, or ``DatabaseFault`` if the row of `clock` is missing.
    func info(for viewer: User.ID?, in tables: SharedTables) throws -> SnapshotInfo {
        if let last, last.viewer == viewer { return last.info }
        let info =
            try tables.statement(
                """
                SELECT \(tables.cacheEpochSQL), u.id, u.username IS NOT NULL, u.following_count,
                    \(PrivateTables.hasMutedSQL("u.uuid")), \(PrivateTables.hasBlocksSQL("u.uuid"))
                FROM clock c LEFT JOIN user u ON u.uuid = ? WHERE c.id = 1
                """
            )
            .first(viewer) { row in
                let epoch = row.int(0)
                return SnapshotInfo(
                    viewer: row.isNull(1)
                        ? nil
                        : KnownViewer(
                            rowID: row.int64(1),
                            isVisible: row.bool(2),
                            followingCount: row.int(3),
                            hasMuted: row.bool(4),
                            hasBlocks: row.bool(5)
                        ),
                    epoch: epoch,
                    cache: try last?.info.cache ?? cache(for: epoch, in: tables)
                )
            }
        guard let info else {
            throw DatabaseFault(DatabaseErrorText.clockEmpty)
        }
        last = (viewer, info)
        if let viewer, let known = info.viewer { tables.connection.memory?.note(known, of: viewer) }
        return info
    }

    /// Returns the information about the snapshot for any viewer.
    ///
    /// This is the information for the viewer of the last query, if any, and otherwise for a guest.
    func info(in tables: SharedTables) throws -> SnapshotInfo {
        try last?.info ?? info(for: nil, in: tables)
    }

    /// Returns the cache of the snapshot's generation, updated to the snapshot's epoch.
    ///
    /// `schema_version` is in the file's header, which the transaction has already read.
    ///
    /// In PostgreSQL, snapshots of one epoch differ in what was committed while an earlier
    /// transaction was running, so none of them shares a cache.
    private func cache(for epoch: Int, in tables: SharedTables) throws -> TimelineCache {
        guard tables.connection.dialect == .sqlite else {
            let cache = TimelineCache()
            cache.advance(to: epoch) { _ in nil }
            return cache
        }
        let schema = try tables.statement("PRAGMA schema_version").first { $0.int64(0) } ?? 0
        let cache = generations.cache(for: epoch, schema: schema, since: start)
        try cache.advance(to: epoch) {
            try tables.posts(changedSince: $0, limit: cache.intervalLimit)
        }
        return cache
    }
}

extension SharedTables {
    /// Returns the posts that were added and deleted after an epoch, in no particular order.
    ///
    /// Additions are a range of the partial index `post_arrival`, and deletions are the tombstones
    /// in a range of `deleted_post_arrival`. Both queries stop one row after the limit, so even
    /// after a large import, they read only this many rows before the cache is dropped.
    ///
    /// The condition of the partial indexes, `arrival > 0`, comes last, because SQLite uses the
    /// first of several lower bounds and would otherwise read the whole index.
    ///
    /// - Parameters:
    ///   - epoch: The epoch of the cache.
    ///   - limit: The maximum number of additions, and of deletions.
    /// - Returns: The changes, or `nil` if either kind exceeds the limit.
    /// - Throws: A database error.
    func posts(
        changedSince epoch: Int,
        limit: Int
    ) throws -> (added: [PostInterval.Entry], deleted: [PushID])? {
        let added = try statement(
            """
            SELECT id, author FROM post INDEXED BY post_arrival
            WHERE arrival > ? AND arrival > 0 LIMIT ?
            """
        )
        .all(epoch, limit + 1) { PostInterval.Entry(post: $0.pushID(0), author: $0.int64(1)) }
        let deleted = try statement(
            """
            SELECT id FROM deleted_post INDEXED BY deleted_post_arrival
            WHERE arrival > ? AND arrival > 0 LIMIT ?
            """
        )
        .all(epoch, limit + 1) { $0.pushID(0) }
        return max(added.count, deleted.count) <= limit ? (added, deleted) : nil
    }
}
