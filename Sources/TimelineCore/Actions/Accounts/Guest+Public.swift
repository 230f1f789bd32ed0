extension Guest {
    /// Returns a post with its comments to anyone, provided that the author has an account in this
    /// store.
    ///
    /// Posts, comments and likes by users without an account, such as imported users, are not
    /// public. The counts do not include them either.
    ///
    /// - Throws: ``TimelineError/postNotFound(_:)`` if the post does not exist or its author has no
    ///   account.
    public func publicPostPage(_ id: Post.ID) async throws -> PostPage {
        try await engine.read { social, accounts in
            guard let page = try social.postPage(id, newestComments: nil, for: nil),
                try accounts.account(of: page.post.author.id) != nil
            else { throw TimelineError.postNotFound(id.description) }
            let users = Set(try accounts.users())
            let comments = page.comments.filter { users.contains($0.author.id) }
            return PostPage(post: try social.recounted(page.post), comments: comments)
        }
    }

    /// Returns a user's profile and posts to anyone, provided that the user has an account in this
    /// store.
    ///
    /// - Parameters:
    ///   - username: The displayed username of the user.
    ///   - cursor: The post after which the page starts, or `nil` for the newest page.
    ///   - limit: The maximum number of posts on the page.
    /// - Returns: The profile and one page of posts, newest first.
    /// - Throws: ``TimelineError/userNotFound(_:)`` if the user does not exist or has no account.
    public func publicProfilePage(
        of username: String,
        before cursor: Post.ID? = nil,
        limit: Int = 20
    ) async throws -> ProfilePage {
        let range = PostRange(before: cursor ?? Post.ID(.max), limit: limit)
        return try await engine.read { social, accounts in
            guard let user = try social.user(withUsername: username),
                try accounts.account(of: user.id) != nil
            else { throw TimelineError.userNotFound(username) }
            let ids = try social.postIDs(.by(user.id), in: range)
            let page = try social.page(ids, limit: limit, for: nil)
            return ProfilePage(
                profile: try social.requireProfile(of: user.id, for: nil),
                posts: TimelinePage(try page.posts.map(social.recounted), next: page.next)
                    .positioned(after: cursor, at: try social.epoch())
            )
        }
    }
}

extension SocialReader {
    /// Returns a post that counts only the comments and likes by users with an account.
    fileprivate func recounted(_ post: PostView) throws -> PostView {
        guard post.commentCount > 0 || post.likeCount > 0 else { return post }
        let counts = try localCounts(of: post.id)
        return PostView(
            id: post.id,
            author: post.author,
            caption: post.caption,
            place: post.place,
            photos: post.photos,
            likeCount: counts.likes,
            commentCount: counts.comments,
            likedByViewer: post.likedByViewer
        )
    }
}
