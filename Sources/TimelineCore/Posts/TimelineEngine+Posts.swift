extension TimelineEngine {
    /// Shares photos: all of it is kept, or nothing.
    ///
    /// - Parameters:
    ///   - photos: one to ten pictures, in order.
    ///   - caption: the author's words; may be empty.
    ///   - place: where the photos were taken.
    ///   - author: who shares them.
    /// - Returns: the post, once it is on disk.
    /// - Throws: ``TimelineError/photoRefused(_:name:)``, ``TimelineError/photoCountRefused(_:)``, the error of a value
    ///   that is not allowed, or a failure of storage.
    @discardableResult
    public func post(
        _ photos: [PhotoFile],
        caption: String = "",
        place: Place? = nil,
        by author: User.ID
    ) async throws -> PostView {
        guard Change.photoCount.contains(photos.count) else {
            throw TimelineError.photoCountRefused(photos.count)
        }
        let content = Post.Content(
            caption: caption,
            photos: try await inspected(photos),
            place: place
        )
        let id = try await change(by: author, keeping: photos) { _ in .postAdded(content) }
        return try await post(Post.ID(id ?? .min), for: author)
    }

    /// A post as `viewer` sees it.
    ///
    /// - Throws: ``TimelineError/postNotFound(_:)``.
    public func post(_ id: Post.ID, for viewer: User.ID?) async throws -> PostView {
        try await read { try $0.requirePost(id, for: viewer) }
    }

    /// Sets the caption of a post of one's own.
    ///
    /// - Throws: ``TimelineError/postNotFound(_:)``, ``TimelineError/notYours(_:)``, ``TimelineError/invalidText(_:)``.
    public func edit(_ id: Post.ID, caption: String, by author: User.ID) async throws {
        try await change(by: author) { reader in
            try reader.requirePost(id, of: author, to: .editPost)
            return .captionEdited(id, caption: caption)
        }
    }

    /// Deletes a post of one's own, with its comments, its likes, and its photos unless others share them.
    ///
    /// - Throws: ``TimelineError/postNotFound(_:)``, ``TimelineError/notYours(_:)``.
    public func delete(_ id: Post.ID, by author: User.ID) async throws {
        let photos = try await read { try $0.requirePost(id, of: author, to: .deletePost).photos }
        try await removing(photos.map(\.blob)) {
            try repository.apply { reader in
                try batch(by: author, reader) { reader in
                    try reader.requirePost(id, of: author, to: .deletePost)
                    return .postDeleted(id)
                }
            }
        }
    }
}

extension SocialReader {
    /// The post with an identifier, which has to be there, as `viewer` sees it.
    func requirePost(_ id: Post.ID, for viewer: User.ID? = nil) throws -> PostView {
        guard let post = try post(id, for: viewer) else {
            throw TimelineError.postNotFound(id.description)
        }
        return post
    }

    /// The post with an identifier, which has to be there and to belong to `author`.
    @discardableResult
    func requirePost(
        _ id: Post.ID,
        of author: User.ID,
        to action: TimelineError.Action
    ) throws -> PostView {
        let post = try requirePost(id)
        guard post.author.id == author else { throw TimelineError.notYours(action) }
        return post
    }
}
