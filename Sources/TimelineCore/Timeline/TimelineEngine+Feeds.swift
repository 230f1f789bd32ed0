extension TimelineEngine {
    /// One page of a feed, newest first, complete to any depth.
    ///
    /// - Parameters:
    ///   - feed: which feed.
    ///   - viewer: who reads it; the home timeline is this user's.
    ///   - cursor: the post that the page comes after, such as ``TimelinePage/next``; `nil` for the newest.
    ///   - after: only posts newer than this one, where one is given.
    ///   - limit: how many posts the page holds at most.
    /// - Returns: the page, and the cursor of the next.
    /// - Throws: ``TimelineError/userNotFound(_:)``.
    public func page(
        of feed: Feed,
        for viewer: User.ID?,
        before cursor: Post.ID? = nil,
        after: Post.ID? = nil,
        limit: Int = 20
    ) async throws -> TimelinePage {
        if case .home = feed {
            guard let viewer else { throw TimelineError.notLoggedIn }
            return try await timeline(of: viewer, before: cursor, after: after, limit: limit)
        }
        let range = PostRange(before: cursor ?? Post.ID(.max), after: after, limit: limit)
        return try await read { reader in
            guard case .user(let author) = feed else {
                return try reader.page(reader.postIDs(in: range), limit: limit, for: viewer)
            }
            _ = try reader.requireUser(author)
            let ids = try reader.postIDs(by: author, in: range)
            return try reader.page(ids, limit: limit, for: viewer)
        }
    }

    /// One page of the home timeline: the posts by `viewer` and by everyone `viewer` follows, each once.
    ///
    /// - Throws: ``TimelineError/userNotFound(_:)``.
    public func timeline(
        of viewer: User.ID,
        before cursor: Post.ID? = nil,
        after: Post.ID? = nil,
        limit: Int = 20
    ) async throws -> TimelinePage {
        try await timeline(of: viewer, before: cursor, after: after, limit: limit, plan: nil)
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
