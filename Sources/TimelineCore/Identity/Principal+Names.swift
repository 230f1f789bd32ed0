extension Principal {
    /// The post that a person names: by its 20 characters, or by any ending of 4 or more that is unique.
    ///
    /// - Throws: ``TimelineError/postNotFound(_:)``, ``TimelineError/ambiguousIdentifier(_:candidates:)``,
    ///   ``TimelineError/invalidIdentifier(_:)``.
    public func postID(named name: String) async throws -> Post.ID {
        let name = try ShortID(name)
        let found = try await read { reader, _ in try reader.post(named: name) }
        guard let found else { throw TimelineError.postNotFound(name.told) }
        return found
    }

    /// The post that a page comes after; one that is named whole may have been deleted meanwhile.
    ///
    /// - Throws: what ``postID(named:)`` throws.
    public func cursor(named name: String) async throws -> Post.ID {
        // The leading `-` may be left out of a whole name.
        guard let id = Post.ID(name) ?? Post.ID("-" + name) else {
            return try await postID(named: name)
        }
        let moved = try await read { reader, _ in
            try reader.movedIDs(endingWith: id.description, limit: 1)
        }
        return moved.first.map(Post.ID.init) ?? id
    }

    /// The post or the comment that a person names.
    ///
    /// - Throws: ``TimelineError/postNotFound(_:)``, ``TimelineError/ambiguousIdentifier(_:candidates:)``,
    ///   ``TimelineError/invalidIdentifier(_:)``.
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

/// What a name stands for.
public enum ItemReference: Hashable, Sendable {
    /// A post.
    case post(Post.ID)
    /// A comment.
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

    /// The item that an old ID stands for; an old ending counts only if no present one matches.
    private func moved<Subject>(
        _ name: ShortID,
        where exists: (PushIdentifier<Subject>) throws -> Bool
    ) throws -> PushIdentifier<Subject>? {
        try name.resolve(whole: { try moved(from: $0, where: exists) }) { text, limit in
            let ids = try movedIDs(endingWith: text, limit: .max)
            return try Array(Set(ids.map(PushIdentifier.init)).filter(exists).prefix(limit))
        }
    }

    /// The item that an old ID stands for.
    func moved<Subject>(
        from old: PushIdentifier<Subject>,
        where exists: (PushIdentifier<Subject>) throws -> Bool
    ) throws -> PushIdentifier<Subject>? {
        try movedIDs(endingWith: old.description, limit: 1).map(PushIdentifier.init)
            .first(where: exists)
    }
}
