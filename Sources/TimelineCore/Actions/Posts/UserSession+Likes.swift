extension UserSession {
    /// Likes a post, or does nothing if the user already likes it.
    ///
    /// - Returns: The post, read after the commit.
    /// - Throws: ``TimelineError/postNotFound(_:)`` or ``TimelineError/notLoggedIn``.
    @discardableResult
    public func like(_ post: Post.ID) async throws -> PostView {
        try await setLike(true, of: post)
    }

    /// Removes the user's like from a post, or does nothing if the user does not like it.
    ///
    /// - Returns: The post, read after the commit.
    /// - Throws: ``TimelineError/postNotFound(_:)`` or ``TimelineError/notLoggedIn``.
    @discardableResult
    public func unlike(_ post: Post.ID) async throws -> PostView {
        try await setLike(false, of: post)
    }

    private func setLike(_ isLiked: Bool, of id: Post.ID) async throws -> PostView {
        try await say { reader, user in
            let post = try reader.requirePost(id, for: user)
            guard post.likedByViewer != isLiked else {
                // Nothing is taken back, so a post that a block hides does not exist.
                _ = try reader.visible(to: user).requirePost(id)
                return nil
            }
            return isLiked ? .liked(id) : .unliked(id)
        }
        return try await readBack(showingHidden: true) { try $0.requirePost(id, for: userID) }
    }
}

extension Principal {
    /// Returns one page of the users that like a post, ordered by displayed username.
    ///
    /// - Parameters:
    ///   - post: The ID of the post.
    ///   - username: The displayed username after which the page starts, or `nil` for the first
    ///     page.
    ///   - limit: The maximum number of users on the page.
    /// - Returns: The users on the page.
    /// - Throws: ``TimelineError/postNotFound(_:)``.
    public func likers(
        of post: Post.ID,
        after username: String? = nil,
        limit: Int = 100
    ) async throws -> [User] {
        try await read { reader, _, _ in
            let id = try reader.requirePost(post).id
            return try reader.users(UserQuery(.likers(of: id), after: username, limit: limit))
        }
    }
}
