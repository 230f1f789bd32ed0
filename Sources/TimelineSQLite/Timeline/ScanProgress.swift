import TimelineCore

/// The page that a scan has collected so far, and the rest of its budget.
struct ScanProgress {
    private let limit: Int
    private var budget: ScanBudget
    /// The posts of the page so far, newest first.
    private(set) var ids: [Post.ID] = []
    /// Whether the scan was cut short before it reached the gap.
    var isCutAboveGap = false

    /// Starts a page.
    ///
    /// - Parameters:
    ///   - limit: the number of posts of a full page.
    ///   - budget: the number of posts that may be read from the table.
    init(limit: Int, budget: Int) {
        self.limit = limit
        self.budget = ScanBudget(posts: budget, limit: limit)
        ids.reserveCapacity(min(limit, 256))
    }

    /// Whether the budget ran out before the page was full.
    var isCutShort: Bool { budget.isSpent && ids.count < limit }

    /// The page; `nil` when the scan was cut short.
    var page: [Post.ID]? { isCutShort ? nil : ids }

    /// Whether the page is full or the budget is spent.
    var isDone: Bool { ids.count >= limit || budget.isSpent }

    /// Adds a post to the page if its author belongs to the timeline, and charges the budget.
    mutating func examine(
        _ entry: PostAuthorsCache.Entry,
        cost: ScanBudget.Cost,
        followed users: UserBitmap
    ) {
        if users.contains(entry.author) { ids.append(Post.ID(entry.post)) }
        budget.spend(cost, found: ids.count)
    }
}
