import TimelineCore

/// Reads all posts newest first, cached intervals from memory and the posts between them from the
/// table, and collects a page.
///
/// Intervals read from the table are added to the cache, so the next scan of any viewer reads them
/// from memory.
struct TimelineScan {
    private let tables: SharedTables
    private let info: SnapshotInfo
    private let users: UserBitmap
    private let range: PostRange
    private var budget: ScanBudget
    /// The posts of the page so far, newest first.
    private var ids: [Post.ID] = []
    /// Whether the scan has read posts from the table.
    private(set) var hasReadTable = false

    /// Prepares a scan.
    ///
    /// - Parameters:
    ///   - range: the range of the page.
    ///   - users: the users whose posts belong to the timeline.
    ///   - budget: the number of posts that may be read from the table.
    ///   - info: the snapshot.
    ///   - tables: the tables of the snapshot.
    init(
        _ range: PostRange,
        by users: UserBitmap,
        budget: Int,
        _ info: SnapshotInfo,
        in tables: SharedTables
    ) {
        self.tables = tables
        self.info = info
        self.users = users
        self.range = range
        self.budget = ScanBudget(posts: budget, limit: range.limit)
        ids.reserveCapacity(min(range.limit, 256))
    }

    /// Collects the page.
    ///
    /// - Returns: `nil` when the budget ran out before the page was full.
    /// - Throws: `DatabaseError`.
    mutating func page() throws -> [Post.ID]? {
        let cached = info.cache.posts(at: info.epoch)
        let oldest = range.lowerBound.pushID.successor
        var upper = range.before.pushID
        while upper > oldest, !isDone {
            let next = cached.newest(below: upper)
            if let next, next.upper >= upper {
                for entry in next.entries(from: upper, to: oldest) {
                    examine(entry, cost: 1)
                    if isDone { break }
                }
                upper = next.lower
            } else {
                let interval = try scanTable(from: upper, to: max(oldest, next?.upper ?? .min))
                info.cache.insert(interval, at: info.epoch)
                upper = interval.lower
            }
        }
        return budget.isSpent && ids.count < range.limit ? nil : ids
    }

    /// Whether the page is full or the budget is spent.
    private var isDone: Bool { ids.count >= range.limit || budget.isSpent }

    /// Adds a post to the page if its author belongs to the timeline, and charges the budget.
    private mutating func examine(_ entry: PostInterval.Entry, cost: Int) {
        if users.contains(entry.author) { ids.append(Post.ID(entry.post)) }
        budget.spend(cost, found: ids.count)
    }

    /// Reads posts from the table until the scan is done or the interval is long enough.
    ///
    /// - Returns: the interval that was read.
    private mutating func scanTable(
        from upper: PushID,
        to lower: PushID
    ) throws -> PostInterval {
        hasReadTable = true
        var entries: [PostInterval.Entry] = []
        var isComplete = true
        let limit = info.cache.interval
        try tables.statement(
            "SELECT id, author FROM post WHERE id < ? AND id >= ? ORDER BY id DESC"
        )
        .scan(upper, lower) { row in
            let entry = PostInterval.Entry(post: row.pushID(0), author: row.int64(1))
            examine(entry, cost: ScanBudget.readCost)
            entries.append(entry)
            isComplete = !isDone && entries.count < limit
            return isComplete
        }
        let end = isComplete ? lower : entries.last?.post ?? upper
        return PostInterval(entries, from: upper, to: end)
    }
}
