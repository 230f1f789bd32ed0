extension SocialReader {
    /// Returns a post page by combining ``PostReader/posts(_:for:)`` and the queries for comments.
    public func postPage(
        _ id: Post.ID,
        newestComments limit: Int?,
        for viewer: User.ID?
    ) throws -> PostPage? {
        guard let post = try post(id, for: viewer) else { return nil }
        let comments =
            try limit.map { try newestComments(on: post.id, limit: $0) }
            ?? comments(on: post.id, after: nil, limit: .max)
        return PostPage(post: post, comments: comments)
    }

    /// Returns a profile page by combining ``UserReader/profile(of:for:)`` and
    /// ``PostReader/postIDs(_:in:)``.
    public func profilePage(
        of user: User.ID,
        limit: Int,
        for viewer: User.ID?
    ) throws -> ProfilePage? {
        guard let profile = try profile(of: user, for: viewer) else { return nil }
        let ids = try postIDs(.by(user), in: PostRange(limit: limit))
        return ProfilePage(
            profile: profile,
            posts: try page(ids, limit: limit, for: viewer)
        )
    }

    /// Returns a page with the given posts.
    ///
    /// A full page has a cursor for the next one.
    func page(_ ids: [Post.ID], limit: Int, for viewer: User.ID?) throws -> TimelinePage {
        TimelinePage(try posts(ids, for: viewer), next: ids.count == limit ? ids.last : nil)
    }
}
