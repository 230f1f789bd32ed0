import TimelineCore

/// Reads all posts newest first, cached intervals from memory and the posts between them from the
/// table.
///
/// Intervals read from the table are added to the cache, so the next scan of any viewer reads them
/// from memory. A read from the table counts 40 times as much of the budget as one from memory
/// (`ScanBudget`).
struct TimelineScan {
    let tables: SharedTables
    let info: SnapshotInfo
    let users: UserBitmap

    private var cache: PostAuthorsCache { info.caches.postAuthors }

    /// Collects a page.
    ///
    /// - Parameters:
    ///   - range: the part of the timeline.
    ///   - gap: an interval without posts of the timeline, which is skipped.
    ///   - budget: the number of posts that may be read from the table.
    /// - Returns: the page, or as much of it as the budget allowed.
    /// - Throws: `DatabaseError`.
    func page(
        in range: PostRange,
        around gap: FollowedUsersCache.Gap?,
        budget: Int
    ) throws -> ScanProgress {
        while true {
            let cached = cache.intervals(in: info.postsVersion)
            var progress = ScanProgress(limit: range.limit, budget: budget)
            try scan(range, around: gap, cached: cached, progress: &progress)
            let deleted = cached.mayContainDeleted ? try deleted(among: progress.ids) : []
            if deleted.isEmpty { return progress }
            cache.remove(deleted, in: info.postsVersion)
        }
    }

    /// Reads a range above and below a gap.
    private func scan(
        _ range: PostRange,
        around gap: FollowedUsersCache.Gap?,
        cached: PostAuthorsCache.IntervalSet,
        progress: inout ScanProgress
    ) throws {
        // An interval above the newest stamp would hide later posts, which do not count as late.
        let upper = min(range.before.pushID, info.counters.newest.successor)
        let lower = range.lowerBound.pushID.successor
        guard let gap else {
            return try scan(from: upper, to: lower, cached: cached, progress: &progress)
        }
        try scan(from: upper, to: max(gap.upper, lower), cached: cached, progress: &progress)
        progress.isCutAboveGap = progress.isCutShort
        try scan(
            from: min(gap.lower.successor, upper),
            to: lower,
            cached: cached,
            progress: &progress
        )
    }

    /// Reads the posts older than `newest`, down to and including `oldest`.
    private func scan(
        from newest: PushID,
        to oldest: PushID,
        cached: PostAuthorsCache.IntervalSet,
        progress: inout ScanProgress
    ) throws {
        var upper = newest
        while upper > oldest, !progress.isDone {
            let next = cached.newest(below: upper)
            if let next, next.upper >= upper {
                for entry in next.entries(from: upper, to: oldest) {
                    progress.examine(entry, cost: .cached, followed: users)
                    if progress.isDone { return }
                }
                upper = next.lower
            } else {
                let lower = max(oldest, next?.upper ?? .min)
                let interval = try scanTable(from: upper, to: lower, progress: &progress)
                cache.insert(interval, in: info.postsVersion)
                upper = interval.lower
            }
        }
    }

    /// Reads posts from the table until the scan is done or the interval is long enough.
    ///
    /// - Returns: the interval that was read.
    private func scanTable(
        from upper: PushID,
        to lower: PushID,
        progress: inout ScanProgress
    ) throws -> PostAuthorsCache.Interval {
        var entries: [PostAuthorsCache.Entry] = []
        var isComplete = true
        let limit = cache.limits.interval
        try tables.statement(
            "SELECT id, author FROM post WHERE id < ? AND id >= ? ORDER BY id DESC"
        )
        .scan(upper, lower) { row in
            let entry = PostAuthorsCache.Entry(post: row.pushID(0), author: row.int64(1))
            progress.examine(entry, cost: .read, followed: users)
            entries.append(entry)
            isComplete = !progress.isDone && entries.count < limit
            return isComplete
        }
        let end = isComplete ? lower : entries.last?.post ?? upper
        return PostAuthorsCache.Interval(entries, from: upper, to: end)
    }

    /// The posts of a page that the snapshot no longer contains.
    ///
    /// Only the posts of the page are checked, not all that the scan passed: the cache may keep
    /// deleted ones that no reader gets.
    private func deleted(among ids: [Post.ID]) throws -> [PushID] {
        let statement = try tables.statement("SELECT 1 FROM post WHERE id = ?")
        return try ids.map(\.pushID).filter { try !statement.exists($0) }
    }
}
