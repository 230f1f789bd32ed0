extension UserSession {
    /// Shares photos: all of it is kept, or nothing.
    ///
    /// - Parameters:
    ///   - photos: one to ten pictures, in order.
    ///   - caption: the author's words; may be empty.
    ///   - place: where the photos were taken.
    /// - Returns: the post, once it is on disk.
    /// - Throws: ``TimelineError/photoRefused(_:name:)``, ``TimelineError/photoCountRefused(_:)``, the error of a value
    ///   that is not allowed, or a failure of storage.
    @discardableResult
    public func post(
        _ photos: [PhotoFile],
        caption: String = "",
        place: Place? = nil
    ) async throws -> PostView {
        guard Change.photoCount.contains(photos.count) else {
            throw TimelineError.photoCountRefused(photos.count)
        }
        let content = Post.Content(
            caption: caption,
            photos: try await engine.inspected(photos),
            place: place
        )
        let id = try await change(keeping: photos) { _, _ in .postAdded(content) }
        return try await readBack { try $0.requirePost(Post.ID(id ?? .min), for: userID) }
    }

    /// Sets the caption of a post of one's own.
    ///
    /// - Throws: ``TimelineError/postNotFound(_:)``, ``TimelineError/notYours(_:)``, ``TimelineError/invalidText(_:)``.
    public func edit(_ id: Post.ID, caption: String) async throws {
        try await change { reader, author in
            try reader.requirePost(id, of: author, to: .editPost)
            return .captionEdited(id, caption: caption)
        }
    }

    /// Deletes a post of one's own, with its comments, its likes, and its photos unless others share them.
    ///
    /// - Throws: ``TimelineError/postNotFound(_:)``, ``TimelineError/notYours(_:)``.
    public func delete(_ id: Post.ID) async throws {
        let photos = try await read { reader, author in
            try reader.requirePost(id, of: author, to: .deletePost).photos
        }
        _ = try await engine.removing(photos.map(\.blob)) {
            try apply { reader, author in
                try reader.requirePost(id, of: author, to: .deletePost)
                return .postDeleted(id)
            }
        }
    }
}

extension Principal {
    /// A post as the reader sees it.
    ///
    /// - Throws: ``TimelineError/postNotFound(_:)``.
    public func post(_ id: Post.ID) async throws -> PostView {
        try await read { try $0.requirePost(id, for: $1) }
    }
}

extension SocialReader {
    /// The post with an ID, present or old, which has to exist, as `viewer` sees it.
    func requirePost(_ id: Post.ID, for viewer: User.ID? = nil) throws -> PostView {
        if let post = try post(id, for: viewer) { return post }
        let moved = try moved(from: id) { try post($0, for: nil) != nil }
        guard let moved, let post = try post(moved, for: viewer) else {
            throw TimelineError.postNotFound(id.description)
        }
        return post
    }

    /// The post with an identifier, which has to be there and to belong to `author`.
    @discardableResult
    func requirePost(
        _ id: Post.ID,
        of author: User.ID?,
        to action: TimelineError.Action
    ) throws -> PostView {
        let post = try requirePost(id)
        guard post.author.id == author else { throw TimelineError.notYours(action) }
        return post
    }
}
