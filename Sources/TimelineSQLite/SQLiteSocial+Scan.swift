import TimelineCore

extension SQLiteSocial {
    /// Everyone's posts downward; the look at each author is a bit.
    ///
    /// Where the followed users posted nothing for long, the scan is cut short. For the newest page it is then
    /// found out how far down that goes, which costs as much as a seek, and remembered: the next scans begin
    /// below, for as long as posts come in the order of time.
    func scanTimeline(of viewer: User.ID, in range: PostRange, budget: Int) throws -> [Post.ID]? {
        guard let row = try row(of: viewer), let version = try version(of: row) else { return [] }
        var (users, gap) = try followedUsers(of: row, version)
        var progress = ScanProgress(limit: range.limit, budget: budget)
        try scan(range, users, around: gap, &progress)
        guard progress.isCutShort, gap == nil else { return progress.page }
        let end = Post.ID(try newestStamp().successor)
        guard range.before >= end else { return nil }
        gap = try self.gap(below: progress.found.last ?? end, of: viewer)
        followedUsers?.keep(users, gap: gap, of: row, version: version)
        progress = ScanProgress(limit: range.limit, budget: budget)
        try scan(range, users, around: gap, &progress)
        return progress.page
    }

    private func scan(
        _ range: PostRange,
        _ users: FollowedUsers,
        around gap: FollowedUsersCache.Gap?,
        _ progress: inout ScanProgress
    ) throws {
        let lower = range.lowerBound.pushID.successor
        guard let gap else {
            return try scan(from: range.before.pushID, to: lower, users, &progress)
        }
        try scan(from: range.before.pushID, to: max(gap.upper, lower), users, &progress)
        let below = min(gap.lower.successor, range.before.pushID)
        try scan(from: below, to: lower, users, &progress)
    }

    /// Goes through the posts older than `newest`, down to `oldest`.
    private func scan(
        from newest: PushID,
        to oldest: PushID,
        _ users: FollowedUsers,
        _ progress: inout ScanProgress
    ) throws {
        let statement = try HotStatement(
            "SELECT id, author FROM post WHERE id < ? AND id >= ? ORDER BY id DESC",
            in: database
        )
        statement.bind(newest, at: 1)
        statement.bind(oldest, at: 2)
        try statement.forEach { post in
            guard progress.takesAnother() else { return false }
            if users.contains(post.int(1)) { progress.take(Post.ID(post.pushID(0))) }
            return true
        }
    }

    /// The stretch between a post and the next older one of the viewer and the followed users.
    private func gap(
        below upper: Post.ID,
        of viewer: User.ID
    ) throws -> FollowedUsersCache.Gap {
        let range = PostRange(before: upper, limit: 1)
        let next = try seekTimeline(of: viewer, shard: .whole, in: range).first
        return FollowedUsersCache.Gap(lower: next?.pushID ?? .min, upper: upper.pushID)
    }

    private func version(of follower: Int64) throws -> FollowedUsersCache.Version? {
        let statement = try HotStatement(
            """
            SELECT following_version, late_posts FROM user CROSS JOIN clock ON clock.id = 1
            WHERE user.id = ?
            """,
            in: database
        )
        statement.bind(follower, at: 1)
        return try statement.first { row in
            FollowedUsersCache.Version(following: row.int(0), latePosts: row.int(1))
        }
    }

    /// The viewer and the users whom the viewer follows, read anew when they may be others.
    private func followedUsers(
        of follower: Int64,
        _ version: FollowedUsersCache.Version
    ) throws -> (users: FollowedUsers, gap: FollowedUsersCache.Gap?) {
        if let known = followedUsers?.users(of: follower, version: version) { return known }
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
        followedUsers?.keep(users, of: follower, version: version)
        return (users, nil)
    }
}

/// How far a scan has come, and whether it is worth going on.
private struct ScanProgress {
    private let limit: Int
    private let budget: Int
    private var scanned = 0
    private(set) var found: [Post.ID] = []
    private(set) var isCutShort = false

    /// After how many posts it is asked whether the page will be full within the budget.
    private static let stride = 256

    init(limit: Int, budget: Int) {
        self.limit = limit
        self.budget = budget
        found.reserveCapacity(min(limit, 256))
    }

    /// What was found; `nil` when the scan was cut short.
    var page: [Post.ID]? { isCutShort ? nil : found }

    mutating func take(_ id: Post.ID) { found.append(id) }

    /// Counts the next post; `false` when the page is full, or the scan is not worth its cost.
    mutating func takesAnother() -> Bool {
        guard found.count < limit, !isCutShort else { return false }
        let isHopeless =
            scanned > 0 && scanned.isMultiple(of: Self.stride)
            && limit * scanned > budget * (found.count + 1)
        guard scanned < budget, !isHopeless else {
            isCutShort = true
            return false
        }
        scanned += 1
        return true
    }
}
