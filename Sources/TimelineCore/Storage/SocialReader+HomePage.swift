extension SocialReader {
    /// Returns a page from the current snapshot, or the shards to read if the repository divides
    /// the read.
    ///
    /// Each shard is read in its own snapshot. The newest post in the current snapshot serves as
    /// the upper bound for all shards, because a post committed in the meantime must not appear in
    /// one shard while other new posts are missing from another.
    public func homePage(
        of viewer: User.ID,
        in range: PostRange,
        maximumShards: Int
    ) throws -> HomePage? {
        switch try homePageIDs(of: viewer, in: range, maximumShards: maximumShards) {
        case nil: return nil
        case .ids(let ids): return .page(try page(ids, limit: range.limit, for: viewer))
        case .shards(let count):
            let newest = PostRange(before: range.before, after: range.after, limit: 1)
            guard let bound = try postIDs(.all, in: newest).first?.pushID.successor else {
                return .page(TimelinePage([], next: nil))
            }
            return .shards(
                count,
                PostRange(before: Post.ID(bound), after: range.after, limit: range.limit)
            )
        }
    }
}
