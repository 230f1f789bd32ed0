/// Decides whether a scan of all posts is worth continuing.
///
/// The unit is the cost of a cached post. A post read from the table costs ``readCost`` units, so a
/// budget of `n` posts allows `n` posts from the table, or forty times as many from the cache, or
/// any mixture.
///
/// A scan stops when the budget is spent, and earlier when it is hopeless: after each 256 posts,
/// the cost so far is extrapolated to the whole page. With `f` posts of `limit` found at a cost of
/// `c`, the page is expected to cost `c × limit / (f + 1)`. The 1 prevents a division by zero, and
/// favours scans that have found little yet.
///
/// For example, a viewer that follows 100 users has a budget of 1,600 posts, or 64,000 units. A
/// page of 50 posts fills from the table alone if at least one post in 32 is by a followed user,
/// and from the cache if one in 1,280 is. With far fewer in the table, the scan ends after 256
/// posts, and the page is read by seeks.
struct ScanBudget {
    /// The number of posts on a full page.
    private let limit: Double
    /// The budget, in units.
    private let budget: Double
    /// The number of posts scanned so far.
    private var examined = 0
    /// Their cost so far, in units.
    private var spent = 0.0
    /// Whether the scan should stop.
    private(set) var isSpent: Bool

    /// The cost of reading a post from the table; a cached one costs 1.
    static let readCost = 40
    /// The number of posts between two estimates of whether the page will fill up in time.
    private static let stride = 256

    /// Creates the budget for one page.
    ///
    /// - Parameters:
    ///   - posts: The maximum number of posts to read from a table.
    ///   - limit: The number of posts on the page.
    init(posts: Int, limit: Int) {
        self.limit = Double(limit)
        budget = Double(posts) * Double(Self.readCost)
        isSpent = posts <= 0
    }

    /// Adds the cost of a scanned post.
    ///
    /// - Parameters:
    ///   - cost: 1 for a cached post, ``readCost`` for one from the table.
    ///   - found: the number of posts on the page so far, including this one.
    mutating func spend(_ cost: Int, found: Int) {
        examined += 1
        spent += Double(cost)
        let isHopeless =
            // Extrapolates the cost of the whole page.
            examined.isMultiple(of: Self.stride) && limit * spent > budget * Double(found + 1)
        isSpent = isHopeless || spent >= budget
    }
}
