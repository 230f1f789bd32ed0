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
