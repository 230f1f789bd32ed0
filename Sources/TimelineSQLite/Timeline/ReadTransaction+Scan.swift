import TimelineCore

extension ReadTransaction {
    /// Scans all posts newest first and tests each author against a bitmap.
    ///
    /// - Returns: `nil` when the budget ran out before the page was full.
    func scanTimeline(of viewer: User.ID, in range: PostRange, budget: Int) throws -> [Post.ID]? {
        let info = try snapshotInfo(for: viewer)
        guard let reader = info.viewer, reader.isVisible else { return [] }
        let users = try followedUsers(of: reader.rowID, info)
        var scan = TimelineScan(range, by: users, budget: budget, info, in: tables)
        let ids = try scan.page()
        if ids == nil, !scan.hasReadTable {
            info.cache.abandon(range, for: reader.rowID, at: info.epoch)
        }
        return ids
    }

    /// The viewer and the followed users.
    private func followedUsers(of viewer: Int64, _ info: SnapshotInfo) throws -> UserBitmap {
        if let cached = info.cache.followed(by: viewer, at: info.epoch) { return cached }
        var users = UserBitmap()
        users.insert(viewer)
        try statement("SELECT followed FROM follow WHERE follower = ? AND is_set")
            .forEach(viewer) { row in users.insert(row.int64(0)) }
        info.cache.insert(users, by: viewer, at: info.epoch)
        return users
    }
}
