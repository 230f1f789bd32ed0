import TimelineCore

/// Reads all posts newest first, cached intervals from memory and the posts between them from the
/// table, and collects a page.
///
/// Intervals read from the table are added to the cache, so the next scan of any viewer reads them
/// from memory.
///
/// ## How it works
/// The scan stands at an ID, `upper`, and has handled everything above it. If a cached interval
/// covers the IDs below `upper`, its entries are examined in memory, and `upper` moves to the
/// interval's lower bound. If not, one statement reads posts from the table, down to the next
/// cached interval or to the end of the range, and the interval that it has read is cached.
///
/// Each post costs a test of one bit (`UserBitmap`) and an addition to the budget. The scan ends
/// when the page is full, when the range ends, or when `ScanBudget` gives up; in the last case the
/// caller reads the page by seeks.
///
/// A scan is used once, within its snapshot.
struct TimelineScan {
    /// The tables of the snapshot.
    private let tables: SharedTables
    /// The epoch and the cache.
    private let info: SnapshotInfo
    /// The viewer and the followed users.
    private let users: UserBitmap
    /// The range of the page; both bounds are excluded.
    private let range: PostRange
    /// The cost that the scan may still cause.
    private var budget: ScanBudget
    /// The posts of the page so far, newest first.
    private var ids: [Post.ID] = []
    /// Whether the scan has read posts from the table.
    ///
    /// If `false`, repeating the scan in this epoch would give the same result.
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
    /// Copies the cached intervals once, by reference; intervals that other readers add meanwhile
    /// are not seen.
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
    ///
    /// Called for each post in descending order, so the page is sorted without further work.
    private mutating func examine(_ entry: PostInterval.Entry, cost: Int) {
        if users.contains(entry.author) { ids.append(Post.ID(entry.post)) }
        budget.spend(cost, found: ids.count)
    }

    /// Reads posts from the table until the scan is done or the interval is long enough.
    ///
    /// Goes backward through the primary key of `post`, from row to row. An interval ends after as
    /// many posts as the cache joins, so that the cache evicts parts of a long scan.
    ///
    /// - Parameters:
    ///   - upper: the ID above the first post.
    ///   - lower: the lowest ID to read.
    /// - Returns: the interval that was read; its lower bound is the last post that was examined,
    ///   or `lower` if no post is left above it.
    /// - Throws: `DatabaseError`.
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
