extension Principal {
    /// Returns the ID of a post, given its full ID or a short ID.
    ///
    /// A short ID consists of the last four or more characters of an ID.
    ///
    /// - Throws: ``TimelineError/invalidIdentifier(_:)`` if the text is neither a full ID nor a
    ///   short ID; ``TimelineError/postNotFound(_:)``; or
    ///   ``TimelineError/ambiguousIdentifier(_:candidates:)`` if several posts match.
    package func postID(matching text: String) async throws -> Post.ID {
        let shortID = try ShortID(text)
        let match = try await resolving { try $0.postID(matching: shortID) }
        guard let match else { throw TimelineError.postNotFound(shortID.displayText) }
        return match
    }

    /// Returns the ID of the post after which a page starts, given the post's full ID or a short
    /// ID.
    ///
    /// A full ID is accepted even if the post has since been deleted.
    ///
    /// - Throws: Any error thrown by ``postID(matching:)``.
    package func cursor(matching text: String) async throws -> Post.ID {
        // A full ID may be typed without its leading `-`, which would otherwise be parsed as the
        // start of an option.
        if let id = Post.ID(text) ?? Post.ID("-" + text) { return id }
        return try await postID(matching: text)
    }

    /// Returns the ID of a post or a comment, given its full ID or a short ID.
    ///
    /// - Throws: ``TimelineError/invalidIdentifier(_:)`` if the text is neither a full ID nor a
    ///   short ID; ``TimelineError/itemNotFound(_:)``; or
    ///   ``TimelineError/ambiguousIdentifier(_:candidates:)`` if several items match.
    package func item(matching text: String) async throws -> ItemReference {
        let shortID = try ShortID(text)
        let (post, comment) = try await resolving { reader in
            (try reader.postID(matching: shortID), try reader.commentID(matching: shortID))
        }
        switch (post, comment) {
        case (let post?, nil): return .post(post)
        case (nil, let comment?): return .comment(comment)
        case (nil, nil): throw TimelineError.itemNotFound(shortID.displayText)
        case (let post?, let comment?):
            throw TimelineError.ambiguousIdentifier(
                shortID.text,
                candidates: [post.description, comment.description]
            )
        }
    }
}

extension Principal {
    /// Runs a query that also finds what a block hides, so that an action can say why it is
    /// refused.
    private func resolving<Result: Sendable>(
        _ query: @escaping @Sendable (any SocialReader) throws -> Result
    ) async throws -> Result {
        try await engine.reads.run { [authority] in
            try authority.snapshot(showingHidden: true) { reader, _, _ in try query(reader) }
        }
    }
}

/// The ID of a post or a comment.
package enum ItemReference: Hashable, Sendable {
    /// The ID of a post.
    case post(Post.ID)
    /// The ID of a comment.
    case comment(Comment.ID)
}

extension SocialReader {
    fileprivate func postID(matching shortID: ShortID) throws -> Post.ID? {
        try shortID.resolve(
            full: { try post($0, for: nil) == nil ? nil : $0 },
            ending: { try pushIDs(of: .post, endingWith: $0, limit: $1) }
        )
    }

    fileprivate func commentID(matching shortID: ShortID) throws -> Comment.ID? {
        try shortID.resolve(
            full: { try comment($0) == nil ? nil : $0 },
            ending: { try pushIDs(of: .comment, endingWith: $0, limit: $1) }
        )
    }
}
