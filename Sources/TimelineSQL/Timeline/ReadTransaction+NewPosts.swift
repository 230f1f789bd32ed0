import TimelineCore

extension ReadTransaction {
    /// Returns the posts in a feed that are new since a read position, newest first.
    ///
    /// The method reads the gaps between read intervals as pages of the feed. The index
    /// `post_arrival` lists the posts that arrived later within the intervals.
    ///
    /// A new post is in one of two places (decision 27):
    ///
    /// - It is in a gap between intervals, where nothing has been shown. The feed is read there,
    ///   newest gap first, until the page is full. Posts that were not news on arrival are omitted,
    ///   so a gap may require several pages of the feed.
    /// - It is in an interval, but arrived after the interval was read. The index of arrivals lists
    ///   such posts by all users, and each of them is tested for the feed.
    ///
    /// The second part reads one row for each post that has arrived since the oldest interval was
    /// read, and makes some lookups for each of these posts that is in an interval. For a position
    /// without intervals, everything is a single gap.
    ///
    /// - Parameters:
    ///   - feed: The feed to read.
    ///   - viewer: The ID of the viewer. If it is `nil`, the home timeline is empty.
    ///   - position: The posts that have been read, with the epochs of their snapshots.
    ///   - range: The range of the page.
    /// - Returns: The IDs, newest first.
    /// - Throws: A database error.
    func newPostIDs(
        in feed: Feed,
        of viewer: User.ID?,
        since position: ReadPosition,
        in range: PostRange
    ) throws -> [Post.ID] {
        var ids: [Post.ID] = []
        for gap in position.gaps(in: range) where ids.count < range.limit {
            let rest = PostRange(
                before: gap.before,
                after: gap.after,
                limit: range.limit - ids.count
            )
            ids += try newPostIDs(inGap: rest, of: feed, for: viewer, since: position)
        }
        ids += try latePostIDs(in: range, since: position)
            .filter { try contains($0, in: feed, of: viewer) }
        return Array(ids.sorted(by: >).prefix(range.limit))
    }

    /// Returns the new posts in a gap, which are all its posts except those that were not news.
    ///
    /// One statement per post reads its arrival number, which is `NULL` if the post was not news.
    /// If a page of the feed is shorter than its limit, it is the last page in the gap.
    ///
    /// - Parameters:
    ///   - gap: A range that no read interval overlaps.
    ///   - feed: The feed to read.
    ///   - viewer: The ID of the viewer, for the home timeline.
    ///   - position: The read position, which determines whether a post is new.
    /// - Returns: The IDs, newest first.
    /// - Throws: A database error.
    private func newPostIDs(
        inGap gap: PostRange,
        of feed: Feed,
        for viewer: User.ID?,
        since position: ReadPosition
    ) throws -> [Post.ID] {
        let arrival = try statement(
            "SELECT CASE WHEN is_news THEN arrival END FROM post WHERE id = ?"
        )
        var new: [Post.ID] = []
        var rest = gap
        while new.count < gap.limit {
            let page = try postIDs(of: feed, for: viewer, in: rest)
            new += try page.filter { id in
                try arrival.first(id) { position.isNew(id, arrival: $0.optionalInt(0)) } == true
            }
            guard let last = page.last, page.count == gap.limit else { break }
            rest = PostRange(before: last, after: gap.after, limit: gap.limit)
        }
        return Array(new.prefix(gap.limit))
    }

    /// Returns one page of a feed.
    ///
    /// The home timeline is read without shards, because these would require separate snapshots.
    private func postIDs(
        of feed: Feed,
        for viewer: User.ID?,
        in range: PostRange
    ) throws -> [Post.ID] {
        switch feed {
        case .user(let author): return try postIDs(.by(author), in: range)
        case .everyone: return try postIDs(.all, in: range)
        case .home:
            guard let viewer else { return [] }
            return try homeTimelineShard(.whole, of: viewer, in: range)
        }
    }

    /// Returns the posts by all users that arrived in a read interval after it was read, in no
    /// particular order.
    ///
    /// The lowest epoch of all intervals limits the range of the index. Each post is then compared
    /// with the epoch of its own interval.
    private func latePostIDs(
        in range: PostRange,
        since position: ReadPosition
    ) throws -> [Post.ID] {
        guard let newest = position.intervals.last?.posts.upperBound,
            let epoch = position.intervals.map(\.epoch).min()
        else { return [] }
        return try statement(
            """
            SELECT id, arrival FROM post INDEXED BY post_arrival
            WHERE arrival > ? AND arrival > 0 AND id < ? AND id > ? AND id <= ?
            """
        )
        .all(epoch, range.before, range.lowerBound, newest) { row in
            (id: row.id(0) as Post.ID, arrival: row.int(1))
        }
        .filter { post in
            position.interval(containing: post.id).map { post.arrival > $0.epoch } ?? false
        }
        .map(\.id)
    }

    /// Returns whether a post is in a feed and counted as new when it arrived.
    ///
    /// The query makes up to four lookups by key. For the home timeline, the author must be the
    /// viewer or a user that the viewer follows and has not muted.
    private func contains(_ post: Post.ID, in feed: Feed, of viewer: User.ID?) throws -> Bool {
        switch feed {
        case .everyone:
            return try statement("SELECT 1 FROM post WHERE id = ? AND is_news").exists(post)
        case .user(let author):
            return try statement(
                """
                SELECT 1 FROM post p JOIN user u ON u.id = p.author
                WHERE p.id = ? AND p.is_news AND u.uuid = ?
                """
            )
            .exists(post, author)
        case .home:
            let mutedCondition =
                try viewer.flatMap { try snapshotInfo(for: $0).viewer }?.hasMuted == true
                ? "AND p.author NOT IN (\(PrivateTables.mutedSQL(by: "u.id")))" : ""
            return try statement(
                """
                SELECT 1 FROM post p, user u
                WHERE p.id = ? AND p.is_news AND u.uuid = ? AND u.username IS NOT NULL
                    \(mutedCondition) AND (p.author = u.id OR EXISTS (SELECT 1 FROM follow
                        WHERE follower = u.id AND followed = p.author))
                """
            )
            .exists(post, viewer)
        }
    }
}
