import TimelineCore

/// The home timeline in a database on another machine.
///
/// The plans are those of SQLite (`ReadTransaction+HomeTimeline.swift`), in one statement each, because
/// a round trip costs more than reading hundreds of posts: a *seek* reads the newest posts of each
/// followed user, and a *scan* tests all posts, newest first, against the set of followed users, down
/// to a bound that follows from its budget. Seeks have a bound too if the newest page was read before.
/// Neither omits a post: a page that is not full above its bound is read by seeks without one.
extension ReadTransaction {
    /// Returns the newest posts by a viewer and the users that the viewer follows and has not muted.
    func serverTimeline(of viewer: User.ID, in range: PostRange) throws -> [Post.ID] {
        guard let reader = try snapshotInfo(for: viewer).viewer, reader.isVisible else { return [] }
        guard let memory = connection.memory, reader.followingCount >= HomePlan.fewFollowed
        else { return try homeIDs(of: reader, in: range, .seek(above: nil)) }
        if memory.needsDensity { try measureDensity(for: memory) }
        let plan = memory.plan(of: reader)
        var ids = try homeIDs(of: reader, in: range, plan)
        if ids.count < range.limit, bound(of: plan, for: reader, in: range) != nil {
            memory.noteSparse(reader.rowID)
            ids = try homeIDs(of: reader, in: range, .seek(above: nil))
        } else if plan == .scan || plan == .probe, ids.count == range.limit, let last = ids.last {
            memory.noteScan(of: reader, from: range.before, to: last)
        }
        if range == PostRange(limit: range.limit) {
            let end = ids.count == range.limit ? ids.last : nil
            memory.noteNewestPage(of: reader.rowID, end: end)
        }
        return ids
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
        let range = PostRange(
            before: range.before,
            after: bound(of: plan, for: viewer, in: range) ?? range.after,
            limit: range.limit
        )
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
            // PostgreSQL reads the set of followed users at once for `IN`, and row by row for a value.
            let followed = "SELECT f.followed FROM follow f WHERE f.follower = ?4"
            let condition =
                plan == .scan
                ? "author IN (\(followed) \(muted))"
                : "(\(followed) AND f.followed = post.author \(muted)) IS NOT NULL"
            return try statement(
                """
                SELECT id FROM post WHERE id < ?1 AND id > ?2 AND (author = ?4 OR \(condition))
                ORDER BY id DESC LIMIT ?3
                """
            )
            .all(range, viewer.rowID) { $0.id(0) }
        }
    }

    /// Returns the post above which a plan reads first, or `nil` if that is the whole range.
    private func bound(
        of plan: HomePlan,
        for viewer: KnownViewer,
        in range: PostRange
    ) -> Post.ID? {
        switch plan {
        case .seek(let end):
            end.flatMap { range.lowerBound < $0 && $0 < range.before ? $0 : nil }
        case .scan, .probe:
            connection.memory?
                .bound(
                    below: range.before,
                    posts: viewer.followingCount * TimelinePlan.postsPerSeek
                )
                .flatMap { $0 > range.lowerBound ? $0 : nil }
        }
    }
}
