import GRDB
import TimelineCore

/// The epoch of a snapshot, its viewer's row, and the cache for it.
///
/// One statement reads all of them, because each statement costs a page some microseconds. It is a
/// join of the single row of `clock` with one look-up of the index on `user.uuid`.
///
/// Pass `epoch` to every call of `cache`: the cache may advance to a later epoch while the snapshot
/// lasts, and then returns no entries.
struct SnapshotInfo {
    /// The reader of a page, as far as plans depend on them.
    struct Viewer {
        /// The key of the user in `follow`, `post` and `post_like`.
        let rowID: Int64
        /// Whether the user has signed up and has not left.
        let isVisible: Bool
        /// The number of followed users, from which the plan of the home timeline is chosen.
        let followingCount: Int
    }

    /// `nil` without a viewer, or when the store has never seen the user.
    let viewer: Viewer?
    /// Grows with every commit of changes; entries of the cache are valid for one epoch.
    let epoch: Int
    /// The newest stamp of all authors; a hint, since stamps increase per author only.
    let newestStamp: PushID
    /// The repository's cache, which was at this epoch or a later one when the information was
    /// read.
    let cache: TimelineCache
}

/// Caches the last ``SnapshotInfo`` of a read transaction, which one page needs several times.
///
/// A snapshot normally serves one viewer. With two viewers in turn, each change of viewer runs the
/// statement again; the cache is updated only once.
///
/// Not safe to use from several threads; neither is the connection that it belongs to.
final class SnapshotInfoCache {
    /// The generations of the repository's cache.
    private let generations: CacheGenerations
    /// The cache and its epoch from before the snapshot.
    private let start: (cache: TimelineCache, epoch: Int)
    /// The information for the viewer of the last query.
    private var last: (viewer: User.ID?, info: SnapshotInfo)?

    /// Call it before the snapshot begins; ``CacheGenerations`` relies on that order.
    init(_ generations: CacheGenerations) {
        self.generations = generations
        start = generations.start()
    }

    /// Reads the row of `clock`, joined with the viewer's row.
    ///
    /// - Parameters:
    ///   - viewer: the user that sees the answers; `nil` for a guest.
    ///   - tables: the tables of the snapshot, always the same.
    /// - Returns: the information.
    /// - Throws: `DatabaseError`; `SQLITE_CORRUPT` when the row is missing.
    func info(for viewer: User.ID?, in tables: SharedTables) throws -> SnapshotInfo {
        if let last, last.viewer == viewer { return last.info }
        let info =
            try tables.statement(
                """
                SELECT c.newest, c.epoch, u.id, u.username IS NOT NULL, u.following_count
                FROM clock c LEFT JOIN user u ON u.uuid = ? WHERE c.id = 1
                """
            )
            .first(viewer) { row in
                let epoch = row.int(1)
                return SnapshotInfo(
                    viewer: row.isNull(2)
                        ? nil
                        : SnapshotInfo.Viewer(
                            rowID: row.int64(2),
                            isVisible: row.bool(3),
                            followingCount: row.int(4)
                        ),
                    epoch: epoch,
                    newestStamp: row.pushID(0),
                    cache: try last?.info.cache ?? cache(for: epoch, in: tables)
                )
            }
        guard let info else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: FaultText.clockEmpty)
        }
        last = (viewer, info)
        return info
    }

    /// The facts that do not depend on the viewer.
    ///
    /// Reads them with the viewer of the last query, if any, and otherwise without a viewer.
    ///
    /// - Throws: `DatabaseError`.
    func info(in tables: SharedTables) throws -> SnapshotInfo {
        try last?.info ?? info(for: nil, in: tables)
    }

    /// The cache of the generation that the snapshot belongs to, updated to its epoch.
    ///
    /// `schema_version` is in the file's header, which the transaction has read anyway.
    private func cache(for epoch: Int, in tables: SharedTables) throws -> TimelineCache {
        let schema = try tables.statement("PRAGMA schema_version").first { $0.int64(0) } ?? 0
        let cache = generations.cache(for: epoch, schema: schema, since: start)
        try cache.advance(to: epoch) { try tables.posts(changedSince: $0, limit: cache.interval) }
        return cache
    }
}

extension SharedTables {
    /// The posts that were added and deleted since an epoch, in no particular order.
    ///
    /// Additions are a range of the partial index `post_arrival`. Deletions are the tombstones, a
    /// range of `deleted_post_arrival`, and the former IDs of posts that a repair has moved; a
    /// moved post is an addition under its new ID. Both queries stop at one row more than the
    /// limit, so a large import costs no more than the limit before the cache is dropped.
    ///
    /// The condition of the partial indexes, `arrival > 0`, comes last: SQLite uses the first of
    /// several lower bounds, and would otherwise read the whole index.
    ///
    /// - Parameters:
    ///   - epoch: the epoch of the cache.
    ///   - limit: the maximum number of additions, and of deletions.
    /// - Returns: `nil` when there are more than `limit` of either.
    /// - Throws: `DatabaseError`.
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
            WHERE arrival > ?1 AND arrival > 0
            UNION ALL SELECT old FROM moved_id WHERE arrival > ?1 LIMIT ?2
            """
        )
        .all(epoch, limit + 1) { $0.pushID(0) }
        return max(added.count, deleted.count) <= limit ? (added, deleted) : nil
    }
}
