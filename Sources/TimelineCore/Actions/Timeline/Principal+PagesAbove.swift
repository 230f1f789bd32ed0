extension Principal {
    /// Returns the page of a feed that directly follows a post upward, towards the newest.
    ///
    /// - Parameters:
    ///   - feed: The feed to read.
    ///   - post: The post above which the page starts. It need not exist any more.
    ///   - limit: The maximum number of posts on the page, at most 10,000.
    /// - Returns: The oldest posts that are newer than `post`, newest first, or an empty page if
    ///   there are none. ``Page/next`` continues downward.
    /// - Throws: ``TimelineError/userNotFound(_:)``, or ``TimelineError/notLoggedIn`` if the session
    ///   has ended or a guest reads ``Feed/home``.
    package func page(
        of feed: Feed,
        above post: Post.ID,
        limit: Int = 20
    ) async throws -> TimelinePage {
        try await read { reader, _, viewer in
            switch feed {
            case .everyone: return try reader.page(of: .all, above: post, limit, for: viewer)
            case .user(let author):
                _ = try reader.requireUser(author)
                return try reader.page(of: .by(author), above: post, limit, for: viewer)
            case .home:
                guard let viewer else { throw TimelineError.notLoggedIn }
                return try reader.page(above: post, limit, for: viewer) {
                    try reader.homeTimelineShard(.whole, of: viewer, in: $0)
                }
            }
        }
    }

    /// Returns the page of the posts with something in common that directly follows a post upward,
    /// like ``page(of:above:limit:)-(Feed,_,_)``.
    ///
    /// - Throws: A storage error.
    package func page(
        of selection: PostSelection,
        above post: Post.ID,
        limit: Int = 20
    ) async throws -> TimelinePage {
        try await read { reader, _, viewer in
            try reader.page(of: selection, above: post, limit, for: viewer)
        }
    }

    /// Returns one page of the posts with something in common, newest first.
    ///
    /// - Parameters:
    ///   - selection: The posts.
    ///   - cursor: The post after which the page starts, or `nil` for the newest page.
    ///   - after: A lower bound: every post on the page is newer than this post.
    ///   - limit: The maximum number of posts on the page.
    /// - Returns: The page, with the cursor of the next page.
    /// - Throws: A storage error.
    package func page(
        of selection: PostSelection,
        before cursor: Post.ID? = nil,
        after: Post.ID? = nil,
        limit: Int = 20
    ) async throws -> TimelinePage {
        let range = PostRange(before: cursor ?? Post.ID(.max), after: after, limit: limit)
        return try await read { reader, _, viewer in
            try reader.page(reader.postIDs(selection, in: range), limit: limit, for: viewer)
                .positioned(after: cursor, at: reader.epoch())
        }
    }
}

extension SocialReader {
    /// Returns the page of the posts with something in common that directly follows a post upward.
    fileprivate func page(
        of selection: PostSelection,
        above post: Post.ID,
        _ limit: Int,
        for viewer: User.ID?
    ) throws -> TimelinePage {
        try page(above: post, limit, for: viewer) { try postIDs(selection, in: $0) }
    }

    /// Returns the page that directly follows a post upward.
    ///
    /// Posts that the viewer does not see are skipped, so the page is empty only at the newest post.
    ///
    /// - Parameters:
    ///   - post: The post.
    ///   - limit: The maximum number of posts.
    ///   - viewer: The viewer, or `nil` for a guest.
    ///   - list: Returns the newest posts of a range, newest first.
    /// - Returns: The page, newest posts first.
    /// - Throws: Any error thrown by `list`, or a storage error.
    fileprivate func page(
        above post: Post.ID,
        _ limit: Int,
        for viewer: User.ID?,
        _ list: (PostRange) throws -> [Post.ID]
    ) throws -> TimelinePage {
        var (ids, posts): ([Post.ID], [PostView])
        var last = post
        repeat {
            ids = try UpwardSearch(above: last, limit: limit).ids(list)
            posts = try self.posts(ids, for: viewer)
            last = ids.first ?? last
        } while posts.isEmpty && !ids.isEmpty
        return TimelinePage(posts, next: posts.last?.id).positioned(after: nil, at: try epoch())
    }
}
