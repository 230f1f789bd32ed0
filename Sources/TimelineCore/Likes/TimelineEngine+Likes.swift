extension TimelineEngine {
    /// Likes a post; liking it again changes nothing.
    ///
    /// - Returns: the post as it is after the commit.
    /// - Throws: ``TimelineError/postNotFound(_:)``.
    @discardableResult
    public func like(_ post: Post.ID, by user: User.ID) async throws -> PostView {
        try await setLike(true, of: post, by: user)
    }

    /// Takes a like back; without one, nothing changes.
    ///
    /// - Returns: the post as it is after the commit.
    /// - Throws: ``TimelineError/postNotFound(_:)``.
    @discardableResult
    public func unlike(_ post: Post.ID, by user: User.ID) async throws -> PostView {
        try await setLike(false, of: post, by: user)
    }

    /// Those who like a post, by the name shown, at most `limit`.
    ///
    /// - Throws: ``TimelineError/postNotFound(_:)``.
    public func likers(of post: Post.ID, limit: Int = 100) async throws -> [User] {
        try await read { reader in
            _ = try reader.requirePost(post)
            return try reader.likers(of: post, limit: limit)
        }
    }

    private func setLike(_ isLiked: Bool, of id: Post.ID, by user: User.ID) async throws -> PostView
    {
        try await change(by: user) { reader in
            let post = try reader.requirePost(id, for: user)
            guard post.likedByViewer != isLiked else { return nil }
            return isLiked ? .liked(id) : .unliked(id)
        }
        return try await post(id, for: user)
    }
}
