extension SocialReader {
    /// Reads a page within the current snapshot, unless the repository divides the read.
    ///
    /// The upper bound of shards is the newest post of this snapshot: each shard reads its own
    /// snapshot, and a post committed in between must not appear in one and be missing from
    /// another.
    public func homePage(
        of viewer: User.ID,
        in range: PostRange,
        processorCount: Int
    ) throws -> HomePage? {
        switch try homeTimeline(of: viewer, in: range, processorCount: processorCount) {
        case nil: return nil
        case .ids(let ids): return .page(try page(ids, limit: range.limit, for: viewer))
        case .shards(let count):
            let newest = PostRange(before: range.before, after: range.after, limit: 1)
            guard let bound = try postIDs(in: newest).first?.pushID.successor else {
                return .page(TimelinePage([], next: nil))
            }
            return .shards(
                count,
                PostRange(before: Post.ID(bound), after: range.after, limit: range.limit)
            )
        }
    }
}
