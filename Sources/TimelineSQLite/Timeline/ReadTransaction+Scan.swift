import TimelineCore

extension ReadTransaction {
    /// Scans all posts newest first and tests each author against a bitmap.
    ///
    /// Good for viewers that follow many or active users: the page fills after few posts, whatever
    /// the number of followed users. The posts that the scan reads enter the cache, also when it is
    /// abandoned.
    ///
    /// - Parameters:
    ///   - viewer: the user whose home timeline to read.
    ///   - range: the range of the page.
    ///   - budget: the maximum number of posts to read from the table; a cached one counts a
    ///     fortieth.
    /// - Throws: `DatabaseError`.
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
    ///
    /// Reads one range of the primary key of `follow`, which grows with the number of followed
    /// users, unless they are cached.
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
