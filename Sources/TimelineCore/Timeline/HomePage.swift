/// The result of a query for one page of the home timeline: the page itself, or the shards in which
/// to read it.
public enum HomePage: Hashable, Sendable {
    /// The complete page.
    case page(TimelinePage)
    /// The number of shards to read in parallel, each in its own snapshot, and the range to read.
    case shards(Int, PostRange)
}
