/// The times of all contenders for one reader at one place.
struct PageResult {
    let reader: Reader
    let place: PagePlace
    let times: [(contender: String, times: Times)]

    func p50(_ contender: String) -> Double {
        times.first { $0.contender == contender }?.times.p50 ?? .nan
    }

    /// How many times as long as a contender Timeline takes.
    func ratio(to contender: String) -> Double { p50(Contender.ours) / p50(contender) }
}

/// Where a page stands in the timeline.
enum PagePlace: String, CaseIterable {
    case first
    /// Half of the posts are newer: everyone's, or, where those followed stopped posting, theirs; where fewer than a page
    /// would be left, as many as leave one.
    case middle
}
