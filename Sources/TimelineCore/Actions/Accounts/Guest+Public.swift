extension Guest {
    /// Returns a post with its comments, for anyone, if its author has an account in this store.
    ///
    /// Posts that were imported stay private, and so do comments by users without an account.
    ///
    /// - Throws: ``TimelineError/postNotFound(_:)``, also for a post without an account.
    public func publicPostPage(_ id: Post.ID) async throws -> PostPage {
        try await engine.readWithAccounts { social, accounts in
            guard let page = try social.postPage(id, newestComments: nil, for: nil),
                try accounts.account(of: page.post.author.id) != nil
            else { throw TimelineError.postNotFound(id.description) }
            let comments = try page.comments.filter {
                try accounts.account(of: $0.author.id) != nil
            }
            return PostPage(post: page.post, comments: comments)
        }
    }

    /// Returns a user's profile with a page of their posts, for anyone, if they have an account in
    /// this store.
    ///
    /// - Parameters:
    ///   - username: The displayed username.
    ///   - cursor: The post after which the page starts; `nil` for the newest page.
    ///   - limit: The maximum number of posts.
    /// - Returns: The profile and the posts.
    /// - Throws: ``TimelineError/userNotFound(_:)``, also for a user without an account.
    public func publicProfilePage(
        of username: String,
        before cursor: Post.ID? = nil,
        limit: Int = 20
    ) async throws -> ProfilePage {
        let range = PostRange(before: cursor ?? Post.ID(.max), limit: limit)
        return try await engine.readWithAccounts { social, accounts in
            guard let user = try social.user(withUsername: username),
                try accounts.account(of: user.id) != nil
            else { throw TimelineError.userNotFound(username) }
            let ids = try social.postIDs(by: user.id, in: range)
            return ProfilePage(
                profile: try social.requireProfile(of: user.id, for: nil),
                posts: try social.page(ids, limit: limit, for: nil)
                    .read(after: cursor, at: social.epoch())
            )
        }
    }

    /// Requires that a user with an account in this store shows a photo, so that anyone may see it.
    ///
    /// - Throws: ``TimelineError/photoNotFound(_:)``.
    public func requirePublicPhoto(_ blob: BlobID) async throws {
        _ = try await publicAccess(to: blob)
    }
}
