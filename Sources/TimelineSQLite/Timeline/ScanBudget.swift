/// Decides whether a scan of all posts is worth continuing.
struct ScanBudget {
    private let limit: Double
    private let budget: Double
    private var examined = 0
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

    /// Adds the cost of a scanned post; `found` is the number of posts on the page so far.
    mutating func spend(_ cost: Int, found: Int) {
        examined += 1
        spent += Double(cost)
        let isHopeless =
            // Extrapolates the cost of the whole page.
            examined.isMultiple(of: Self.stride) && limit * spent > budget * Double(found + 1)
        isSpent = isHopeless || spent >= budget
    }
}
