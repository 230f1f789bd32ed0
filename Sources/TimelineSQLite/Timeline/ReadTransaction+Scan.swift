import TimelineCore

extension ReadTransaction {
    /// Reads a page of the home timeline by scanning all posts, newest first, and testing each
    /// author against a bitmap.
    ///
    /// A scan is suitable for viewers that follow many users or very active users, because the page
    /// is full after a few posts, regardless of the number of followed users. The posts that the
    /// scan reads are added to the cache, even if the scan is abandoned.
    ///
    /// - Parameters:
    ///   - viewer: The ID of the viewer.
    ///   - range: The range of the page.
    ///   - budget: The maximum number of posts to read from the table. A cached post counts as a
    ///     fortieth of a post.
    /// - Returns: The IDs, newest first, or `nil` if the budget was spent before the page was full.
    /// - Throws: `SQLiteError`.
    func scanTimeline(of viewer: User.ID, in range: PostRange, budget: Int) throws -> [Post.ID]? {
        let info = try snapshotInfo(for: viewer)
        guard let reader = info.viewer, reader.isVisible else { return [] }
        let users = try followedUsers(of: reader, info)
        var scan = TimelineScan(range, by: users, budget: budget, info, in: tables)
        return try scan.page()
    }

    /// Returns the viewer and the users that the viewer follows and has not muted.
    ///
    /// Unless they are cached, the query reads one row of `follow` for each followed user, in a
    /// range of the primary key.
    private func followedUsers(
        of viewer: SnapshotInfo.Viewer,
        _ info: SnapshotInfo
    ) throws -> UserBitmap {
        let rowID = viewer.rowID
        if let cached = info.cache.followed(by: rowID, at: info.epoch) { return cached }
        var users = UserBitmap()
        users.insert(rowID)
        let muted =
            viewer.hasMuted
            ? Set(try statement(PrivateTables.mutedSQL(by: "?")).all(rowID) { $0.int64(0) }) : []
        try statement("SELECT followed FROM follow WHERE follower = ?")
            .forEach(rowID) { row in
                let followed = row.int64(0)
                if !muted.contains(followed) { users.insert(followed) }
            }
        info.cache.insert(users, by: rowID, at: info.epoch)
        return users
    }
}
