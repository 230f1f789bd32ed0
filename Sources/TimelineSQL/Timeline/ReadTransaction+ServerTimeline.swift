import TimelineCore

/// The home timeline in a database on another machine.
///
/// The plans are those of SQLite (`ReadTransaction+HomeTimeline.swift`), in one statement each, because
/// a round trip costs more than reading hundreds of posts: a *seek* reads the newest posts of each
/// followed user, and a *scan* tests all posts, newest first, against the set of followed users, down
/// to a bound that follows from its budget. Neither omits a post: a page that a scan does not fill is
/// read by seeks.
extension ReadTransaction {
    /// Returns the newest posts by a viewer and the users that the viewer follows and has not muted.
    func serverTimeline(of viewer: User.ID, in range: PostRange) throws -> [Post.ID] {
        guard let reader = try snapshotInfo(for: viewer).viewer, reader.isVisible else { return [] }
        guard let memory = connection.memory, reader.followingCount >= HomePlan.fewFollowed
        else { return try homeIDs(of: reader, in: range, .seek) }
        if memory.needsDensity { try measureDensity(for: memory) }
        let plan = memory.plan(of: reader)
        let ids = try homeIDs(of: reader, in: range, plan)
        guard plan != .seek else { return ids }
        if ids.count == range.limit, let last = ids.last {
            memory.noteScan(of: reader, from: range.before, to: last)
        }
        guard ids.count < range.limit, scanBound(of: reader, in: range) != nil else { return ids }
        memory.noteSparse(reader.rowID)
        return try homeIDs(of: reader, in: range, .seek)
    }

    private func measureDensity(for memory: StoreMemory) throws {
        let sample = try statement(
            """
            SELECT newest.id, oldest.id FROM (SELECT id FROM post ORDER BY id DESC LIMIT 1) newest
            CROSS JOIN LATERAL (
                SELECT id FROM post ORDER BY id DESC LIMIT 1 OFFSET \(StoreMemory.sampleSize)
            ) oldest
            """
        )
        .first { (newest: $0.pushID(0), oldest: $0.pushID(1)) }
        // A smaller store is read by seeks.
        if let sample { memory.noteDensity(from: sample.newest, to: sample.oldest) }
    }

    /// Reads a page with one statement.
    func homeIDs(
        of viewer: KnownViewer,
        in range: PostRange,
        _ plan: HomePlan
    ) throws -> [Post.ID] {
        let muted =
            viewer.hasMuted
            ? "AND f.followed NOT IN (\(PrivateTables.mutedSQL(by: "?4")))" : ""
        switch plan {
        case .seek:
            return try statement(
                """
                SELECT n.id FROM follow f CROSS JOIN LATERAL (
                    SELECT id FROM post WHERE author = f.followed AND id < ?1 AND id > ?2
                    ORDER BY id DESC LIMIT ?3
                ) n WHERE f.follower = ?4 \(muted)
                UNION ALL (
                    SELECT id FROM post WHERE author = ?4 AND id < ?1 AND id > ?2
                    ORDER BY id DESC LIMIT ?3
                )
                ORDER BY 1 DESC LIMIT ?3
                """
            )
            .all(range, viewer.rowID) { $0.id(0) }
        case .scan, .probe:
            let bound = scanBound(of: viewer, in: range) ?? range.lowerBound
            // PostgreSQL reads the set of followed users at once for `IN`, and row by row for a value.
            let followed = "SELECT f.followed FROM follow f WHERE f.follower = ?4"
            let condition =
                plan == .scan
                ? "author IN (\(followed) \(muted))"
                : "(\(followed) AND f.followed = post.author \(muted)) IS NOT NULL"
            let bounded = PostRange(before: range.before, after: bound, limit: range.limit)
            return try statement(
                """
                SELECT id FROM post WHERE id < ?1 AND id > ?2 AND (author = ?4 OR \(condition))
                ORDER BY id DESC LIMIT ?3
                """
            )
            .all(bounded, viewer.rowID) { $0.id(0) }
        }
    }

    /// Returns the post above which a scan stays within its budget, or `nil` if that is the whole range.
    private func scanBound(of viewer: KnownViewer, in range: PostRange) -> Post.ID? {
        connection.memory?
            .bound(below: range.before, posts: viewer.followingCount * TimelinePlan.postsPerSeek)
            .flatMap { $0 > range.lowerBound ? $0 : nil }
    }
}
