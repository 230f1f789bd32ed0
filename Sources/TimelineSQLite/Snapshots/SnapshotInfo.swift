import GRDB
import TimelineCore

/// The counters of a snapshot, its viewer's row, and the caches that are valid in it.
///
/// One statement reads all of them, because each statement costs a page some microseconds.
struct SnapshotInfo {
    /// The reader of a page.
    struct Viewer {
        let rowID: Int64
        /// Whether the user has signed up and has not left.
        let isVisible: Bool
        let followingCount: Int
        /// Grows with every follow and unfollow of the viewer.
        let followingVersion: Int64
    }

    /// `nil` without a viewer, or when the store has never seen the user.
    let viewer: Viewer?
    let counters: Counters
    let caches: ReaderCaches

    /// The row of the table `clock`.
    struct Counters {
        /// The newest stamp; posts of later batches are newer, or count as late.
        let newest: PushID
        /// Grows with every batch that contains a post older than `newest` was before it.
        let latePosts: Int64
        /// Grows with every batch that deletes posts.
        let deletions: Int64
        /// Grows with every change of a user's visible profile.
        let profiles: Int64
        /// Grows with every batch.
        let epoch: Int
    }

    /// The version that decides whether cached pairs of post and author are valid.
    var postsVersion: PostAuthorsCache.Version {
        PostAuthorsCache.Version(latePosts: counters.latePosts, deletions: counters.deletions)
    }

    /// The version that decides whether a viewer's cached followed users are valid.
    func followedVersion(of viewer: Viewer) -> FollowedUsersCache.Version {
        FollowedUsersCache.Version(
            following: viewer.followingVersion,
            latePosts: counters.latePosts
        )
    }
}

/// Caches the last ``SnapshotInfo`` of a read transaction, which one page needs several times.
final class SnapshotInfoCache {
    private let generations: CacheGenerations
    private let start: CacheGenerations.Start
    private var last: (viewer: User.ID?, info: SnapshotInfo)?

    /// Call it before the snapshot begins; ``CacheGenerations`` relies on that order.
    init(_ generations: CacheGenerations) {
        self.generations = generations
        start = generations.start()
    }

    /// Reads the counters and the viewer's row.
    ///
    /// - Throws: `DatabaseError`.
    func info(for viewer: User.ID?, in tables: SharedTables) throws -> SnapshotInfo {
        if let last, last.viewer == viewer { return last.info }
        let row = try tables.counters(for: viewer)
        let info = SnapshotInfo(
            viewer: row.viewer,
            counters: row.counters,
            caches: try last?.info.caches ?? caches(for: row.counters, in: tables)
        )
        last = (viewer, info)
        return info
    }

    /// The counters.
    ///
    /// They do not depend on the viewer, so any information read before will do.
    ///
    /// - Throws: `DatabaseError`.
    func counters(in tables: SharedTables) throws -> SnapshotInfo.Counters {
        try (last?.info ?? info(for: nil, in: tables)).counters
    }

    /// The caches of the generation that the snapshot belongs to.
    private func caches(
        for counters: SnapshotInfo.Counters,
        in tables: SharedTables
    ) throws -> ReaderCaches {
        let schema = try tables.statement("PRAGMA schema_version").first { $0.int64(0) } ?? 0
        let history = CacheGenerations.History(
            schema: schema,
            counters: [counters.latePosts, counters.deletions, counters.profiles],
            newest: counters.newest
        )
        return generations.caches(for: history, since: start)
    }
}

extension SharedTables {
    /// Reads the row of `clock`, joined with the viewer's row.
    ///
    /// - Throws: `DatabaseError`; `SQLITE_CORRUPT` when the row is missing.
    fileprivate func counters(
        for viewer: User.ID?
    ) throws -> (counters: SnapshotInfo.Counters, viewer: SnapshotInfo.Viewer?) {
        let row = try statement(
            """
            SELECT c.newest, c.late_posts, c.deletions, c.profiles, c.epoch,
                u.id, u.username IS NOT NULL, u.following_count, u.following_version
            FROM clock c LEFT JOIN user u ON u.uuid = ? WHERE c.id = 1
            """
        )
        .first(viewer) { row in
            let counters = SnapshotInfo.Counters(
                newest: row.pushID(0),
                latePosts: row.int64(1),
                deletions: row.int64(2),
                profiles: row.int64(3),
                epoch: row.int(4)
            )
            guard !row.isNull(5) else { return (counters, nil as SnapshotInfo.Viewer?) }
            let viewer = SnapshotInfo.Viewer(
                rowID: row.int64(5),
                isVisible: row.bool(6),
                followingCount: row.int(7),
                followingVersion: row.int64(8)
            )
            return (counters, viewer)
        }
        guard let row else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: FaultText.clockEmpty)
        }
        return row
    }
}
