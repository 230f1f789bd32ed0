/// The result of a query for the post IDs on one page of the home timeline: the IDs, or the number
/// of shards in which to read them.
///
/// Each repository decides whether to divide a read into shards. The engine then reads the shards
/// in parallel and merges their IDs.
public enum HomePageIDs: Hashable, Sendable {
    /// The IDs of the page, newest first.
    case ids([Post.ID])
    /// The number of shards to read in parallel, at least 1.
    ///
    /// A repository returns this case if reading the page on one thread would take longer.
    case shards(Int)
}
