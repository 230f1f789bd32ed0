/// Whether a scan through everyone's posts is worth going on.
package struct ScanBudget {
    /// What a look at a post costs.
    package enum Cost: Int {
        /// It is in memory, with its author.
        case remembered = 1
        /// It is read from a table.
        case read = 40
    }

    private let limit: Double
    private let budget: Double
    private var examined = 0
    private var spent = 0.0
    /// Whether the scan should be given up.
    package private(set) var isSpent: Bool

    /// After how many posts it is asked whether the page will be full within the budget.
    private static let stride = 256

    /// A budget for a page.
    ///
    /// - Parameters:
    ///   - posts: how many posts may be read from a table.
    ///   - limit: how many posts the page holds.
    package init(posts: Int, limit: Int) {
        self.limit = Double(limit)
        budget = Double(posts) * Double(Cost.read.rawValue)
        isSpent = posts <= 0
    }

    /// Notes that a post was looked at, when so many had been found for the page.
    package mutating func spend(_ cost: Cost, found: Int) {
        examined += 1
        spent += Double(cost.rawValue)
        let isHopeless =
            // At the rate so far.
            examined.isMultiple(of: Self.stride) && limit * spent > budget * Double(found + 1)
        isSpent = isHopeless || spent >= budget
    }
}
