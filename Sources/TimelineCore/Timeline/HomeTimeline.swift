/// The initial result of querying the IDs of one page of the home timeline.
///
/// Each repository decides whether to divide a read. TimelineCore reads and merges the shards.
public enum HomeTimeline: Hashable, Sendable {
    /// The IDs of the page, newest first.
    case ids([Post.ID])
    /// The number of shards to read in parallel, at least 1.
    ///
    /// Reading them on one thread would take longer.
    case shards(Int)
}
