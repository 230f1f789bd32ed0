import TimelineCore

extension ReadTransaction {
    /// Scans all posts newest first and tests each author against a bitmap.
    ///
    /// Intervals that a scan has read are cached, so later scans read them from memory. When the
    /// followed users have posted nothing for long, even that exceeds the budget. Then one seek
    /// finds the next older post of theirs, and the gap between the two is cached: later scans skip
    /// it.
    func scanTimeline(of viewer: User.ID, in range: PostRange, budget: Int) throws -> [Post.ID]? {
        let info = try snapshotInfo(for: viewer)
        guard let reader = info.viewer, reader.isVisible else { return [] }
        let (users, gap) = try followedUsers(of: reader, info)
        let scan = TimelineScan(tables: tables, info: info, users: users)
        let progress = try scan.page(in: range, around: gap, budget: budget)
        let end = info.counters.newest.successor
        guard progress.isCutShort, progress.isCutAboveGap || gap == nil,
            budget >= Self.leastBudgetForGap, range.before.pushID >= end
        else { return progress.page }
        let newGap = try self.gap(below: progress.ids.last ?? Post.ID(end), of: viewer)
        info.caches.followedUsers.insert(
            users,
            gap: newGap,
            of: reader.rowID,
            version: info.followedVersion(of: reader)
        )
        return try scan.page(in: range, around: newGap, budget: budget).page
    }

    /// The smallest budget, in posts, for which finding a gap is worthwhile: below it, the seek
    /// that finds one costs more than the seeks that it saves.
    private static let leastBudgetForGap = 6400

    /// The gap between a post and the next older one of the viewer and the followed users.
    private func gap(
        below upper: Post.ID,
        of viewer: User.ID
    ) throws -> FollowedUsersCache.Gap {
        let range = PostRange(before: upper, limit: 1)
        let next = try homeTimeline(of: viewer, shard: .whole, in: range).first
        return FollowedUsersCache.Gap(lower: next?.pushID ?? .min, upper: upper.pushID)
    }

    /// The viewer and the followed users.
    private func followedUsers(
        of viewer: SnapshotInfo.Viewer,
        _ info: SnapshotInfo
    ) throws -> (users: UserBitmap, gap: FollowedUsersCache.Gap?) {
        let version = info.followedVersion(of: viewer)
        let cache = info.caches.followedUsers
        if let cached = cache.users(of: viewer.rowID, version: version) { return cached }
        var users = UserBitmap()
        users.insert(viewer.rowID)
        try statement("SELECT followed FROM follow WHERE follower = ? AND is_set")
            .forEach(viewer.rowID) { row in users.insert(row.int64(0)) }
        cache.insert(users, of: viewer.rowID, version: version)
        return (users, nil)
    }
}
