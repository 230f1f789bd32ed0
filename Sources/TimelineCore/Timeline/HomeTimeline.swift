/// The first answer to a query for the IDs of one page of the home timeline.
///
/// A repository decides for itself whether it divides a read; Core reads and merges the shards.
public enum HomeTimeline: Hashable, Sendable {
    /// The IDs of the page, newest first.
    case ids([Post.ID])
    /// The number of shards to read in parallel, at least 1: one thread would take longer.
    case shards(Int)
}
