import TimelineCore

extension SQLiteSocial {
    /// Everyone's posts downward; the look at each author is a bit.
    ///
    /// What a scan has gone through is remembered, and costs the next ones little. Where many followed users posted
    /// nothing for long, the scan is cut short. For the newest page it is then found out how far down that
    /// goes, which costs as much as a seek, and remembered as well: the next scans begin below.
    func scanTimeline(of viewer: User.ID, in range: PostRange, budget: Int) throws -> [Post.ID]? {
        let moment = try moment(of: viewer)
        guard let reader = moment.viewer, reader.isThere else { return [] }
        let version = moment.following(of: reader)
        let (users, gap) = try followedUsers(of: reader.row, version)
        let scan = TimelineScan(tables: self, moment: moment, users: users)
        let found = try scan.page(in: range, around: gap, budget: budget)
        let end = moment.newest.successor
        guard found.isCutShort, found.wasCutAboveGap || gap == nil, budget >= Self.budgetForGap,
            range.before.pushID >= end
        else { return found.page }
        let renewed = try self.gap(below: found.ids.last ?? Post.ID(end), of: viewer)
        caches?.followedUsers.keep(users, gap: renewed, of: reader.row, version: version)
        return try scan.page(in: range, around: renewed, budget: budget).page
    }

    /// With a smaller budget it costs more to find a gap than the seeks that it saves.
    private static let budgetForGap = 6400

    /// The stretch between a post and the next older one of the viewer and the followed users.
    private func gap(
        below upper: Post.ID,
        of viewer: User.ID
    ) throws -> FollowedUsersCache.Gap {
        let range = PostRange(before: upper, limit: 1)
        let next = try seekTimeline(of: viewer, shard: .whole, in: range).first
        return FollowedUsersCache.Gap(lower: next?.pushID ?? .min, upper: upper.pushID)
    }

    /// The viewer and the users whom the viewer follows, read anew when they may be others.
    private func followedUsers(
        of follower: Int64,
        _ version: FollowedUsersCache.Version
    ) throws -> (users: FollowedUsers, gap: FollowedUsersCache.Gap?) {
        if let known = caches?.followedUsers.users(of: follower, version: version) { return known }
        let statement = try HotStatement(
            "SELECT followed FROM follow WHERE follower = ? AND is_set",
            in: database
        )
        statement.bind(follower, at: 1)
        var users = FollowedUsers()
        users.insert(follower)
        try statement.forEach { row in
            users.insert(row.int(0))
            return true
        }
        caches?.followedUsers.keep(users, of: follower, version: version)
        return (users, nil)
    }
}
