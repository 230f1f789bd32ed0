import TimelineCore

extension SQLiteSocial {
    /// Everyone's posts downward; the look at each author is a bit.
    ///
    /// What a scan has gone through is remembered, and costs the next ones little. Where the followed users posted
    /// nothing for long, the scan is cut short. For the newest page it is then found out how far down that
    /// goes, which costs as much as a seek, and remembered as well: the next scans begin below.
    func scanTimeline(of viewer: User.ID, in range: PostRange, budget: Int) throws -> [Post.ID]? {
        guard let row = try row(of: viewer), let moment = try scanMoment(of: row) else { return [] }
        var (users, gap) = try followedUsers(of: row, moment.version)
        let end = moment.newest.successor
        var progress = ScanProgress(limit: range.limit, budget: budget)
        try scan(range, moment, users, around: gap, &progress)
        guard progress.isCutShort, gap == nil else { return progress.page }
        guard range.before.pushID >= end else { return nil }
        gap = try self.gap(below: progress.found.last ?? Post.ID(end), of: viewer)
        caches?.followedUsers.keep(users, gap: gap, of: row, version: moment.version)
        progress = ScanProgress(limit: range.limit, budget: budget)
        try scan(range, moment, users, around: gap, &progress)
        return progress.page
    }

    private func scan(
        _ range: PostRange,
        _ moment: ScanMoment,
        _ users: FollowedUsers,
        around gap: FollowedUsersCache.Gap?,
        _ progress: inout ScanProgress
    ) throws {
        // Of what is above the newest stamp nothing may be remembered.
        let upper = min(range.before.pushID, moment.newest.successor)
        let lower = range.lowerBound.pushID.successor
        let version = moment.version.past
        guard let gap else {
            return try scan(from: upper, to: lower, version, users, &progress)
        }
        try scan(from: upper, to: max(gap.upper, lower), version, users, &progress)
        let below = min(gap.lower.successor, upper)
        try scan(from: below, to: lower, version, users, &progress)
    }

    /// Goes through the posts older than `newest`, down to `oldest`: those remembered, and between them those in
    /// the tables.
    private func scan(
        from newest: PushID,
        to oldest: PushID,
        _ version: Int64,
        _ users: FollowedUsers,
        _ progress: inout ScanProgress
    ) throws {
        let known = caches?.postAuthors.known(version: version)
        var upper = newest
        while upper > oldest, !progress.isDone {
            let next = known?.newest(before: upper)
            if let next, next.upper >= upper {
                for entry in next.entries(from: upper, to: oldest) {
                    progress.examine(entry, cost: .remembered, users)
                    if progress.isDone { return }
                }
                upper = next.lower
            } else {
                let floor = max(oldest, next?.upper ?? .min)
                let stretch = try scanTables(from: upper, to: floor, users, &progress)
                caches?.postAuthors.keep(stretch, version: version)
                upper = floor
            }
        }
    }

    /// Goes through the tables.
    ///
    /// - Returns: what was gone through before the scan was done.
    private func scanTables(
        from upper: PushID,
        to lower: PushID,
        _ users: FollowedUsers,
        _ progress: inout ScanProgress
    ) throws -> PostAuthorsCache.Stretch {
        let statement = try HotStatement(
            "SELECT id, author FROM post WHERE id < ? AND id >= ? ORDER BY id DESC",
            in: database
        )
        statement.bind(upper, at: 1)
        statement.bind(lower, at: 2)
        var entries: [PostAuthorsCache.Entry] = []
        try statement.forEach { post in
            let entry = PostAuthorsCache.Entry(post: post.pushID(0), author: post.int(1))
            progress.examine(entry, cost: .read, users)
            entries.append(entry)
            return !progress.isDone
        }
        let end = progress.isDone ? entries.last?.post ?? upper : lower
        return PostAuthorsCache.Stretch(entries, from: upper, to: end)
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

    private func scanMoment(of follower: Int64) throws -> ScanMoment? {
        let statement = try HotStatement(
            """
            SELECT following_version, past_version, newest FROM user CROSS JOIN clock ON clock.id = 1
            WHERE user.id = ?
            """,
            in: database
        )
        statement.bind(follower, at: 1)
        return try statement.first { row in
            ScanMoment(
                version: FollowedUsersCache.Version(following: row.int(0), past: row.int(1)),
                newest: row.pushID(2)
            )
        }
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

/// What a scan has to know of the moment that it reads.
private struct ScanMoment {
    let version: FollowedUsersCache.Version
    /// The newest stamp: what comes later is newer, or makes the past another.
    let newest: PushID
}

/// How far a scan has come, and whether it is worth going on.
private struct ScanProgress {
    /// What a look at a post costs.
    enum Cost: Int {
        case remembered = 1
        case read = 40
    }

    private let limit: Int
    private let budget: Double
    private var examined = 0
    private var spent = 0
    private(set) var found: [Post.ID] = []
    private(set) var isCutShort = false

    /// After how many posts it is asked whether the page will be full within the budget.
    private static let stride = 256

    init(limit: Int, budget: Int) {
        self.limit = limit
        self.budget = Double(budget) * Double(Cost.read.rawValue)
        found.reserveCapacity(min(limit, 256))
    }

    /// What was found; `nil` when the scan was cut short.
    var page: [Post.ID]? { isCutShort ? nil : found }

    /// Whether the page is full, or the scan was cut short.
    var isDone: Bool { found.count >= limit || isCutShort }

    /// Takes a post if it is a followed user's.
    mutating func examine(
        _ entry: PostAuthorsCache.Entry,
        cost: Cost,
        _ users: FollowedUsers
    ) {
        if users.contains(entry.author) { found.append(Post.ID(entry.post)) }
        examined += 1
        spent += cost.rawValue
        guard found.count < limit else { return }
        if examined.isMultiple(of: Self.stride) {
            // At the rate so far.
            isCutShort = Double(limit) * Double(spent) > budget * Double(found.count + 1)
        }
        if Double(spent) >= budget { isCutShort = true }
    }
}
