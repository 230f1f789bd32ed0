extension Principal {
    /// Returns the ID of a post, given its full ID or a short ID.
    ///
    /// A short ID is the last 4 or more characters of an ID. The ID of a post that was moved still
    /// resolves.
    ///
    /// - Throws: ``TimelineError/invalidIdentifier(_:)`` if the text is neither;
    ///   ``TimelineError/postNotFound(_:)``; ``TimelineError/ambiguousIdentifier(_:candidates:)``
    ///   if several posts end with it.
    public func postID(named name: String) async throws -> Post.ID {
        let name = try ShortID(name)
        let found = try await read { reader, _ in try reader.post(named: name) }
        guard let found else { throw TimelineError.postNotFound(name.told) }
        return found
    }

    /// Returns the ID of the post after which a page starts, given its full ID or a short ID.
    ///
    /// A full ID is accepted even if the post has been deleted since.
    ///
    /// - Throws: The errors of ``postID(named:)``.
    public func cursor(named name: String) async throws -> Post.ID {
        // A full ID may be typed without its leading `-`, which the shell's parser takes for an
        // option.
        guard let id = Post.ID(name) ?? Post.ID("-" + name) else {
            return try await postID(named: name)
        }
        let moved = try await read { reader, _ in
            try reader.movedIDs(endingWith: id.description, limit: 1)
        }
        return moved.first.map(Post.ID.init) ?? id
    }

    /// Returns the ID of a post or a comment, given its full ID or a short ID.
    ///
    /// - Throws: ``TimelineError/invalidIdentifier(_:)`` if the text is neither;
    ///   ``TimelineError/itemNotFound(_:)``; ``TimelineError/ambiguousIdentifier(_:candidates:)``
    ///   if several items end with it.
    public func item(named name: String) async throws -> ItemReference {
        let name = try ShortID(name)
        let (post, comment) = try await read { reader, _ in
            (try reader.post(named: name), try reader.comment(named: name))
        }
        switch (post, comment) {
        case (let post?, nil): return .post(post)
        case (nil, let comment?): return .comment(comment)
        case (nil, nil): throw TimelineError.itemNotFound(name.told)
        case (let post?, let comment?):
            throw TimelineError.ambiguousIdentifier(
                name.text,
                candidates: [post.description, comment.description]
            )
        }
    }
}

/// The ID of a post or a comment.
public enum ItemReference: Hashable, Sendable {
    /// The ID of a post.
    case post(Post.ID)
    /// The ID of a comment.
    case comment(Comment.ID)
}

extension SocialReader {
    fileprivate func post(named name: ShortID) throws -> Post.ID? {
        let found = try name.resolve(
            whole: { try post($0, for: nil) == nil ? nil : $0 },
            ending: postIDs(endingWith:limit:)
        )
        return try found ?? moved(name) { try post($0, for: nil) != nil }
    }

    fileprivate func comment(named name: ShortID) throws -> Comment.ID? {
        let found = try name.resolve(
            whole: { try comment($0) == nil ? nil : $0 },
            ending: commentIDs(endingWith:limit:)
        )
        return try found ?? moved(name) { try comment($0) != nil }
    }

    /// Resolves the old ID of a moved item; only used if no present ID matches.
    private func moved<Subject>(
        _ name: ShortID,
        where exists: (PushIdentifier<Subject>) throws -> Bool
    ) throws -> PushIdentifier<Subject>? {
        try name.resolve(whole: { try moved(from: $0, where: exists) }) { text, limit in
            let ids = try movedIDs(endingWith: text, limit: .max)
            return try Array(Set(ids.map(PushIdentifier.init)).filter(exists).prefix(limit))
        }
    }

    /// Resolves the full old ID of a moved item.
    func moved<Subject>(
        from old: PushIdentifier<Subject>,
        where exists: (PushIdentifier<Subject>) throws -> Bool
    ) throws -> PushIdentifier<Subject>? {
        try movedIDs(endingWith: old.description, limit: 1).map(PushIdentifier.init)
            .first(where: exists)
    }
}
