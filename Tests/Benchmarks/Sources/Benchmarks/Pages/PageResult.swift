/// The times of all implementations for one page.
struct PageResult {
    let reader: Reader
    let position: PagePosition
    let times: [(implementation: String, times: Times)]

    /// Returns the median time of an implementation in milliseconds.
    func p50(_ implementation: String) -> Double {
        times.first { $0.implementation == implementation }?.times.p50 ?? .nan
    }

    /// Returns Timeline's median time divided by that of another implementation.
    func ratio(to implementation: String) -> Double {
        p50(Implementation.timeline) / p50(implementation)
    }
}

/// The position of a page in a timeline.
enum PagePosition: String, CaseIterable {
    case first
    /// The page in the middle of the time range of all posts.
    ///
    /// For dormant users, the time range covers their posts. In a timeline of fewer than four
    /// pages, the position is the last full page.
    case middle
}
