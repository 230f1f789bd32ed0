extension UserSession {
    /// Likes a post; liking it again changes nothing.
    ///
    /// - Returns: the post as it is after the commit.
    /// - Throws: ``TimelineError/postNotFound(_:)``.
    @discardableResult
    public func like(_ post: Post.ID) async throws -> PostView {
        try await setLike(true, of: post)
    }

    /// Takes a like back; without one, nothing changes.
    ///
    /// - Returns: the post as it is after the commit.
    /// - Throws: ``TimelineError/postNotFound(_:)``.
    @discardableResult
    public func unlike(_ post: Post.ID) async throws -> PostView {
        try await setLike(false, of: post)
    }

    private func setLike(_ isLiked: Bool, of id: Post.ID) async throws -> PostView {
        try await change { reader, user in
            let post = try reader.requirePost(id, for: user)
            guard post.likedByViewer != isLiked else { return nil }
            return isLiked ? .liked(id) : .unliked(id)
        }
        return try await readBack { try $0.requirePost(id, for: userID) }
    }
}

extension Principal {
    /// The users who like a post, by displayed username, at most `limit`.
    ///
    /// - Throws: ``TimelineError/postNotFound(_:)``.
    public func likers(of post: Post.ID, limit: Int = 100) async throws -> [User] {
        try await read { reader, _ in
            _ = try reader.requirePost(post)
            return try reader.likers(of: post, limit: limit)
        }
    }
}
