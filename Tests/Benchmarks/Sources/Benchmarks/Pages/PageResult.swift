/// The times of all implementations for one page.
struct PageResult {
    let reader: Reader
    let position: PagePosition
    let times: [(implementation: String, times: Times)]

    /// The median time of an implementation in milliseconds.
    func p50(_ implementation: String) -> Double {
        times.first { $0.implementation == implementation }?.times.p50 ?? .nan
    }

    /// Timeline's median time divided by that of another implementation.
    func ratio(to implementation: String) -> Double {
        p50(Implementation.timeline) / p50(implementation)
    }
}

/// The position of a page in a timeline.
enum PagePosition: String, CaseIterable {
    case first
    /// The page after half of all posts, or of the followed users' posts if those are dormant.
    ///
    /// In a timeline of less than four pages, the last full page.
    case middle
}
