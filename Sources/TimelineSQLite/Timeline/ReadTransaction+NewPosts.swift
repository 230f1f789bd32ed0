import TimelineCore

extension ReadTransaction {
    /// Reads the gaps between the read intervals as pages of the feed, and the posts that arrived
    /// later in the intervals from the index `post_arrival`.
    ///
    /// A new post is in one of two places (decision 27):
    ///
    /// - in a gap, where nothing has been shown: the feed is read there, newest gap first, until
    ///   the page is full. Posts that were no news on arrival are left out, so a gap may take
    ///   several pages of the feed.
    /// - in an interval, if it arrived after the interval was read: the index of arrivals lists
    ///   these for everyone, and each is tested for the feed.
    ///
    /// The second part costs as many rows as posts have arrived since the oldest of the intervals
    /// was read, plus some look-ups for each of them that belongs to an interval. For a position
    /// without intervals, everything is one gap.
    ///
    /// - Parameters:
    ///   - feed: the feed.
    ///   - viewer: the user whose home timeline to read; without one, that feed is empty.
    ///   - position: the posts that have been read, with the epochs of their snapshots.
    ///   - range: the range of the page.
    /// - Returns: the IDs, newest first.
    /// - Throws: `DatabaseError`.
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

    /// The new posts in a range that no read interval covers: all but those that were no news.
    ///
    /// One statement per post reads its arrival number; `NULL` stands for a post that was no news.
    /// A page of the feed that is shorter than its limit is the last of the gap.
    ///
    /// - Parameters:
    ///   - gap: the range between two intervals, above all or below all.
    ///   - feed: the feed.
    ///   - viewer: the user whose home timeline to read.
    ///   - position: decides whether a post is new.
    /// - Returns: the IDs, newest first.
    /// - Throws: `DatabaseError`.
    private func newPostIDs(
        inGap gap: PostRange,
        of feed: Feed,
        for viewer: User.ID?,
        since position: ReadPosition
    ) throws -> [Post.ID] {
        let arrival = try statement("SELECT iif(is_news, arrival, NULL) FROM post WHERE id = ?")
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

    /// One page of a feed.
    ///
    /// The home timeline is read on one processor: shards would need snapshots of their own.
    private func postIDs(
        of feed: Feed,
        for viewer: User.ID?,
        in range: PostRange
    ) throws -> [Post.ID] {
        switch feed {
        case .user(let author): return try postIDs(by: author, in: range)
        case .everyone: return try postIDs(in: range)
        case .home:
            guard let viewer else { return [] }
            // On one processor, the answer contains the IDs.
            let answer = try homeTimeline(of: viewer, in: range, maximumShards: 1)
            guard case .ids(let ids) = answer else { return [] }
            return ids
        }
    }

    /// The posts of all users that arrived in a read interval after it was read, in no particular
    /// order.
    ///
    /// The lowest epoch of all intervals bounds the range of the index; each post is then compared
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

    /// Whether a post belongs to a feed and is news.
    ///
    /// Up to four look-ups by key. For the home timeline, the author must be the viewer or followed
    /// by them, as in the statement that seeks.
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
            return try statement(
                """
                SELECT 1 FROM post p, user u
                WHERE p.id = ? AND p.is_news AND u.uuid = ? AND u.username IS NOT NULL AND (p.author = u.id OR EXISTS (SELECT 1 FROM follow
                        WHERE follower = u.id AND followed = p.author AND is_set))
                """
            )
            .exists(post, viewer)
        }
    }
}
