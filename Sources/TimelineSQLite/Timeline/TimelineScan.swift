import TimelineCore

/// Goes through everyone's posts downward, those remembered, and between them those in the tables.
struct TimelineScan {
    let tables: SQLiteSocial
    let moment: ReadMoment
    let users: FollowedUsers

    /// Looks for a page, leaving out a gap.
    func page(
        in range: PostRange,
        around gap: FollowedUsersCache.Gap?,
        budget: Int
    ) throws -> ScanProgress {
        while true {
            let known = tables.caches?.postAuthors.known(in: moment.posts) ?? .init()
            var progress = ScanProgress(limit: range.limit, budget: budget)
            try scan(range, around: gap, known, &progress)
            let gone = known.mayHoldDeleted ? try gone(progress.ids) : []
            if gone.isEmpty { return progress }
            tables.caches?.postAuthors.forget(gone, in: moment.posts)
        }
    }

    private func scan(
        _ range: PostRange,
        around gap: FollowedUsersCache.Gap?,
        _ known: PostAuthorsCache.Known,
        _ progress: inout ScanProgress
    ) throws {
        // Of what is above the newest stamp nothing may be remembered.
        let upper = min(range.before.pushID, moment.newest.successor)
        let lower = range.lowerBound.pushID.successor
        guard let gap else { return try scan(from: upper, to: lower, known, &progress) }
        try scan(from: upper, to: max(gap.upper, lower), known, &progress)
        progress.wasCutAboveGap = progress.isCutShort
        try scan(from: min(gap.lower.successor, upper), to: lower, known, &progress)
    }

    /// Goes through the posts older than `newest`, down to `oldest`.
    private func scan(
        from newest: PushID,
        to oldest: PushID,
        _ known: PostAuthorsCache.Known,
        _ progress: inout ScanProgress
    ) throws {
        var upper = newest
        while upper > oldest, !progress.isDone {
            let next = known.newest(before: upper)
            if let next, next.upper >= upper {
                for entry in next.entries(from: upper, to: oldest) {
                    progress.examine(entry, cost: .cached, users)
                    if progress.isDone { return }
                }
                upper = next.lower
            } else {
                let floor = max(oldest, next?.upper ?? .min)
                let stretch = try scanTables(from: upper, to: floor, &progress)
                tables.caches?.postAuthors.keep(stretch, in: moment.posts)
                upper = stretch.lower
            }
        }
    }

    /// Goes through the tables.
    ///
    /// - Returns: what was gone through before the scan was done, or the stretch was long enough.
    private func scanTables(
        from upper: PushID,
        to lower: PushID,
        _ progress: inout ScanProgress
    ) throws -> PostAuthorsCache.Stretch {
        let statement = try HotStatement(
            "SELECT id, author FROM post WHERE id < ? AND id >= ? ORDER BY id DESC",
            in: tables.database
        )
        statement.bind(upper, at: 1)
        statement.bind(lower, at: 2)
        var entries: [PostAuthorsCache.Entry] = []
        var isWhole = true
        let limit = (tables.caches?.postAuthors.limits ?? PostAuthorsCache.Limits()).stretch
        try statement.forEach { post in
            let entry = PostAuthorsCache.Entry(post: post.pushID(0), author: post.int(1))
            progress.examine(entry, cost: .read, users)
            entries.append(entry)
            isWhole = !progress.isDone && entries.count < limit
            return isWhole
        }
        let end = isWhole ? lower : entries.last?.post ?? upper
        return PostAuthorsCache.Stretch(entries, from: upper, to: end)
    }

    /// The posts that are not there.
    private func gone(_ ids: [Post.ID]) throws -> [PushID] {
        let statement = try HotStatement("SELECT 1 FROM post WHERE id = ?", in: tables.database)
        return try ids.map(\.pushID)
            .filter { id in
                statement.bind(id, at: 1)
                return try statement.first { _ in true } == nil
            }
    }
}

/// How far a scan has come.
struct ScanProgress {
    private let limit: Int
    private var budget: ScanBudget
    /// The posts of the page so far.
    private(set) var ids: [Post.ID] = []
    var wasCutAboveGap = false

    init(limit: Int, budget: Int) {
        self.limit = limit
        self.budget = ScanBudget(posts: budget, limit: limit)
        ids.reserveCapacity(min(limit, 256))
    }

    /// Whether the scan was given up before the page was full.
    var isCutShort: Bool { budget.isSpent && ids.count < limit }

    /// What was found; `nil` when the scan was cut short.
    var page: [Post.ID]? { isCutShort ? nil : ids }

    /// Whether the page is full, or the scan was cut short.
    var isDone: Bool { ids.count >= limit || budget.isSpent }

    /// Takes a post if it is a followed user's.
    mutating func examine(
        _ entry: PostAuthorsCache.Entry,
        cost: ScanBudget.Cost,
        _ users: FollowedUsers
    ) {
        if users.contains(entry.author) { ids.append(Post.ID(entry.post)) }
        budget.spend(cost, found: ids.count)
    }
}
