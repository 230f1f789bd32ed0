extension Principal {
    /// One page of a feed, newest first, complete to any depth.
    ///
    /// - Parameters:
    ///   - feed: which feed; the home timeline is that of the session's user.
    ///   - cursor: the post that the page comes after, such as ``TimelinePage/next``; `nil` for the newest.
    ///   - after: only posts newer than this one, where one is given.
    ///   - limit: how many posts the page holds at most.
    /// - Returns: the page, and the cursor of the next.
    /// - Throws: ``TimelineError/userNotFound(_:)``; ``TimelineError/notLoggedIn``, also for a guest who reads
    ///   the home timeline.
    public func page(
        of feed: Feed,
        before cursor: Post.ID? = nil,
        after: Post.ID? = nil,
        limit: Int = 20
    ) async throws -> TimelinePage {
        if case .home = feed {
            return try await homeTimeline(before: cursor, after: after, limit: limit)
        }
        let range = PostRange(before: cursor ?? Post.ID(.max), after: after, limit: limit)
        return try await read { reader, viewer in
            guard case .user(let author) = feed else {
                return try reader.page(reader.postIDs(in: range), limit: limit, for: viewer)
            }
            _ = try reader.requireUser(author)
            let ids = try reader.postIDs(by: author, in: range)
            return try reader.page(ids, limit: limit, for: viewer)
        }
    }
}

extension UserSession {
    /// One page of the home timeline: the posts by the user and by everyone the user follows, each once.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``.
    public func timeline(
        before cursor: Post.ID? = nil,
        after: Post.ID? = nil,
        limit: Int = 20
    ) async throws -> TimelinePage {
        try await homeTimeline(before: cursor, after: after, limit: limit)
    }
}

extension SocialReader {
    /// Fills a page; a full one has a next.
    func page(_ ids: [Post.ID], limit: Int, for viewer: User.ID?) throws -> TimelinePage {
        TimelinePage(
            posts: try posts(ids, for: viewer),
            next: ids.count == limit ? ids.last : nil
        )
    }
}
