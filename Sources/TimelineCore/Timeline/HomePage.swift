/// The initial result of reading one page of the home timeline.
public enum HomePage: Hashable, Sendable {
    /// The complete page.
    case page(TimelinePage)
    /// The number of shards to read in parallel, each in its own snapshot, and the range to read.
    case shards(Int, PostRange)
}
