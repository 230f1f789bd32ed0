import TimelineCore

/// A scan that reads all posts from newest to oldest and collects a page.
///
/// Cached intervals are read from memory, and the posts between them from the table. Intervals that
/// are read from the table are added to the cache, so that the next scan, for any viewer, reads
/// them from memory.
///
/// ## Algorithm
/// The scan is at an ID, `upper`, and has processed everything above it. If a cached interval
/// covers the IDs below `upper`, its entries are examined in memory, and `upper` moves to the
/// interval's lower bound. Otherwise, one statement reads posts from the table, down to the next
/// cached interval or to the end of the range. The resulting interval is added to the cache.
///
/// Each post requires a test of one bit (`UserBitmap`) and an addition to the budget. The scan ends
/// when the page is full, when the range ends, or when `ScanBudget` is spent. In the last case, the
/// caller reads the page by seeks.
///
/// A scan can be used only once, in its snapshot.
struct TimelineScan {
    /// The tables of the snapshot.
    private let tables: SharedTables
    /// The epoch and the cache of the snapshot.
    private let info: SnapshotInfo
    /// The viewer and the users that the viewer follows and has not muted.
    private let users: UserBitmap
    /// The range of the page, with exclusive bounds.
    private let range: PostRange
    /// The remaining budget of the scan.
    private var budget: ScanBudget
    /// The posts on the page so far, newest first.
    private var ids: [Post.ID] = []

    /// Creates a scan.
    ///
    /// - Parameters:
    ///   - range: The range of the page.
    ///   - users: The users with posts in the timeline.
    ///   - budget: The maximum number of posts to read from the table.
    ///   - info: The epoch and the cache of the snapshot.
    ///   - tables: The tables of the snapshot.
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
    /// The cached intervals are copied once, by reference. Intervals that other readers add during
    /// the scan are ignored.
    ///
    /// - Returns: The IDs, newest first, or `nil` if the budget was spent before the page was full.
    /// - Throws: A database error.
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

    /// Adds a post to the page if its author is in the timeline, and charges the budget.
    ///
    /// This method is called for posts in descending order, so the page does not have to be sorted.
    private mutating func examine(_ entry: PostInterval.Entry, cost: Int) {
        if users.contains(entry.author) { ids.append(Post.ID(entry.post)) }
        budget.spend(cost, found: ids.count)
    }

    /// Reads posts from the table until the scan is done or the interval has reached its maximum
    /// length.
    ///
    /// The statement reads the primary key of `post` backwards, row by row. The maximum length is
    /// that of intervals in the cache, so that the cache can evict parts of a long scan.
    ///
    /// - Parameters:
    ///   - upper: The exclusive upper bound.
    ///   - lower: The inclusive lower bound.
    /// - Returns: The interval that was read. Its lower bound is the last post examined, or `lower`
    ///   if no posts remain above it.
    /// - Throws: A database error.
    private mutating func scanTable(
        from upper: PushID,
        to lower: PushID
    ) throws -> PostInterval {
        var entries: [PostInterval.Entry] = []
        var isComplete = true
        let limit = info.cache.intervalLimit
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

/// The budget of a scan, which determines whether the scan is worth continuing.
///
/// The unit is the cost of a cached post. A post read from the table costs ``readCost`` units. A
/// budget of `n` posts therefore allows `n` posts from the table, forty times as many from the
/// cache, or any mixture.
///
/// A scan stops when the budget is spent, or earlier if the page is unlikely to fill in time. To
/// determine this, the cost so far is extrapolated to the whole page after every 256 posts. If `f`
/// posts of `limit` have been found at a cost of `c`, the page is expected to cost `c × limit / (f
/// + 1)`. The 1 prevents a division by zero and favours scans that have found few posts so far.
///
/// For example, a viewer that follows 100 users has a budget of 1,600 posts, or 64,000 units. A
/// page of 50 posts can be filled from the table alone if at least one post in 32 is by a followed
/// user, and from the cache if at least one in 1,280 is. If there are far fewer such posts in the
/// table, the scan ends after 256 posts, and the page is read by seeks.
struct ScanBudget {
    /// The maximum number of posts on the page.
    private let limit: Double
    /// The total budget, in units.
    private let budget: Double
    /// The number of posts scanned so far.
    private var examined = 0
    /// The cost of the posts scanned so far, in units.
    private var spent = 0.0
    /// Whether the scan should stop.
    private(set) var isSpent: Bool

    /// The cost of reading a post from the table, in units of the cost of a cached post.
    static let readCost = 40
    /// The number of posts between two estimates of the cost of the whole page.
    private static let stride = 256

    /// Creates the budget for one page.
    ///
    /// - Parameters:
    ///   - posts: The maximum number of posts to read from the table.
    ///   - limit: The maximum number of posts on the page.
    init(posts: Int, limit: Int) {
        self.limit = Double(limit)
        budget = Double(posts) * Double(Self.readCost)
        isSpent = posts <= 0
    }

    /// Adds the cost of a scanned post.
    ///
    /// - Parameters:
    ///   - cost: The cost of the post: 1 for a cached post, or ``readCost`` for a post from the
    ///     table.
    ///   - found: The number of posts on the page so far, including this post.
    mutating func spend(_ cost: Int, found: Int) {
        examined += 1
        spent += Double(cost)
        let isHopeless =
            // Extrapolate the cost to the whole page.
            examined.isMultiple(of: Self.stride) && limit * spent > budget * Double(found + 1)
        isSpent = isHopeless || spent >= budget
    }
}
