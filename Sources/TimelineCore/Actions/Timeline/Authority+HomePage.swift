extension Authority {
    /// Reads one page of the home timeline of this authority's user, and passes it to `complete`
    /// in the snapshot from which its posts are loaded.
    ///
    /// 1. In one snapshot, the repository answers with the number of shards.
    /// 2. A single shard is read and completed in this snapshot, on the same thread.
    /// 3. Several shards are read in parallel, in a single `DispatchGroup`, each in its own
    ///    snapshot. Once all have been read, the page is completed in one more snapshot.
    ///
    /// The newest post in the first snapshot is the upper bound for several shards, because a post
    /// committed in the meantime must not appear in one shard while other new posts are missing
    /// from another. The page also has the epoch of this snapshot: posts that arrive later may be
    /// missing from the page, so they must count as new.
    ///
    /// - Throws: ``TimelineError/notLoggedIn`` if the session has ended or the credential is that
    ///   of a guest, or any error thrown by `complete`.
    func homePage<Result: Sendable>(
        before cursor: Post.ID?,
        after: Post.ID? = nil,
        limit: Int,
        _ complete:
            @escaping @Sendable (TimelinePage, any SocialReader, any AccountReader, User.ID) throws
            -> Result
    ) async throws -> Result {
        let range = PostRange(before: cursor ?? Post.ID(.max), after: after, limit: limit)
        @Sendable func merge(
            _ runs: [[Post.ID]],
            at epoch: Int,
            _ social: any SocialReader,
            _ accounts: any AccountReader,
            _ viewer: User.ID
        ) throws -> Result {
            let ids = TimelineMerge.newest(range.limit, of: runs)
            let page = try social.page(ids, limit: range.limit, for: viewer)
                .positioned(after: cursor, at: epoch)
            return try complete(page, social, accounts, viewer)
        }

        let (plan, answer) = try await engine.reads.run {
            let foreseen = ForeseenPage.home(range, comments: HomeOverview.commentLimit)
            return try userSnapshot(foreseeing: foreseen) {
                social,
                accounts,
                viewer -> (HomePlan, Result?) in
                let plan = try HomePlan(
                    of: viewer,
                    in: range,
                    social,
                    maximumShards: engine.environment.processorCount
                )
                guard plan.shards.count == 1 else { return (plan, nil) }
                let run = try social.homeTimelineShard(.whole, of: viewer, in: range)
                return (plan, try merge([run], at: plan.epoch, social, accounts, viewer))
            }
        }
        if let answer { return answer }
        return try await engine.reads.lane.map(plan.shards) { shard in
            try engine.repository.read {
                try $0.homeTimelineShard(shard, of: plan.viewer, in: plan.range)
            }
        } merge: { runs in
            try userSnapshot { try merge(runs, at: plan.epoch, $0, $1, $2) }
        }
    }
}

/// The shards of a page of the home timeline, as planned in one snapshot.
private struct HomePlan: Sendable {
    let viewer: User.ID
    /// The epoch of the snapshot.
    let epoch: Int
    let shards: [TimelineShard]
    /// The range of the page, which ends at the newest post in the snapshot if it is divided.
    let range: PostRange

    init(
        of viewer: User.ID,
        in range: PostRange,
        _ social: any SocialReader,
        maximumShards: Int
    ) throws {
        let count = try social.homeShardCount(of: viewer, in: range, maximum: maximumShards)
        self.viewer = viewer
        epoch = try social.epoch()
        shards = (0..<count).map { TimelineShard(index: $0, count: count) }
        guard count > 1 else {
            self.range = range
            return
        }
        let newest = PostRange(before: range.before, after: range.after, limit: 1)
        let bound = try social.postIDs(.all, in: newest).first?.pushID.successor
        self.range = PostRange(
            before: bound.map { Post.ID($0) } ?? range.lowerBound,
            after: range.after,
            limit: range.limit
        )
    }
}
