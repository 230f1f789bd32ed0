extension Principal {
    /// One page of what a text finds: captions and comments, and on the first page users and tags.
    ///
    /// All words have to stand in one caption or comment, in any order; case and accents do not count. A phrase
    /// stands in quotation marks, the beginning of a word has a `*` behind it. `#sunset` finds the
    /// posts with this tag and the tags that begin so; `@leia` finds what mentions this user, and users. With more
    /// behind them they are words like the others. Any other text is a query as well.
    ///
    /// The order: of the newest 50 texts with all words, those in which the words stand as they were typed, one behind
    /// the other; then the others of them; then all older ones; of each, the newest first.
    ///
    /// - Parameters:
    ///   - text: what is searched; its first 1,000 characters count.
    ///   - cursor: what the page comes after, such as ``SearchPage/next``; `nil` for the first page.
    ///   - limit: how many captions and comments the page holds at most.
    /// - Returns: the page.
    /// - Throws: a failure of storage.
    public func search(
        _ text: String,
        after cursor: SearchCursor? = nil,
        limit: Int = 20
    ) async throws -> SearchPage {
        let text = String(text.prefix(TextQuery.maximumLength))
        return try await read { reader, viewer in
            switch EntityQuery(in: text) {
            case .tag(let tag): try reader.search(tag: tag, for: viewer, after: cursor, limit)
            case .name(let name): try reader.search(name: name, for: viewer, after: cursor, limit)
            case nil: try reader.search(words: text, for: viewer, after: cursor, limit)
            }
        }
    }

    /// One page of the captions and comments that mention a user, newest first.
    ///
    /// A mention is the name that is shown for the user now with `@` before it, whoever wrote it, and whoever
    /// had the name then.
    ///
    /// - Throws: ``TimelineError/userNotFound(_:)``.
    public func mentions(
        of user: User.ID,
        after cursor: SearchCursor? = nil,
        limit: Int = 20
    ) async throws -> SearchPage {
        try await read { reader, viewer in
            let name = try reader.requireUser(user).username
            return try reader.mentions(of: name, for: viewer, after: cursor, limit)
        }
    }
}

extension SocialReader {
    fileprivate func search(
        words text: String,
        for viewer: User.ID?,
        after cursor: SearchCursor?,
        _ limit: Int
    ) throws -> SearchPage {
        let query = TextQuery(text)
        let isFirst = cursor == nil
        let name = text.filter { !"*\"“”„".contains($0) }.split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
        let sides = Self.sides(isFirst && !query.terms.isEmpty)
        let pattern = try query.pattern(expand: words)
        let found = try pattern.map { pattern in
            try SearchRanking(query: query, pattern: pattern, reader: self)
                .hits(after: cursor, limit: limit)
        }
        let hits = try view(found?.map(\.text) ?? [], for: viewer) { pattern?.places(in: $0) ?? [] }
        return SearchPage(
            users: try sides == 0 ? [] : users(UserQuery(matching: name, limit: sides)),
            tags: try tags(beginningLike: name, limit: sides),
            hits: hits,
            next: found?.count == limit ? found?.last : nil
        )
    }

    /// The tags that begin with a text, if it can begin one.
    private func tags(beginningLike text: String, limit: Int) throws -> [TagCount] {
        // What is no tag begins none.
        guard limit > 0, let tag = try? Tag(text) else { return [] }
        return try tags(startingWith: tag.name, limit: limit)
    }

    fileprivate func search(
        tag begun: String,
        for viewer: User.ID?,
        after cursor: SearchCursor?,
        _ limit: Int
    ) throws -> SearchPage {
        let begun = begun.unicodeScalars.prefix(Tag.maximumLength)
        let range = PostRange(before: Post.ID(cursor?.text.pushID ?? .max), limit: limit)
        let tag = Tag(continuing: begun)
        let posts = try tag.map { try postIDs(tagged: $0, in: range) } ?? []
        let sides = Self.sides(cursor == nil)
        return SearchPage(
            users: [],
            tags: try sides == 0
                ? [] : tags(startingWith: Tag.folded(String(Substring(begun))), limit: sides),
            hits: try view(posts.map(TextID.caption), for: viewer) { text in
                EntityScanner.places(in: text) { if case .tag(tag, _) = $0 { true } else { false } }
            },
            next: posts.count == limit
                ? posts.last.map { SearchCursor(.older, .caption($0)) } : nil
        )
    }

    fileprivate func search(
        name: String,
        for viewer: User.ID?,
        after cursor: SearchCursor?,
        _ limit: Int
    ) throws -> SearchPage {
        let page = try mentions(of: name.lowercased(), for: viewer, after: cursor, limit)
        let sides = Self.sides(cursor == nil && !name.isEmpty)
        return SearchPage(
            users: try sides == 0 ? [] : users(UserQuery(matching: name, limit: sides)),
            tags: [],
            hits: page.hits,
            next: page.next
        )
    }

    fileprivate func mentions(
        of name: String,
        for viewer: User.ID?,
        after cursor: SearchCursor?,
        _ limit: Int
    ) throws -> SearchPage {
        let texts = try texts(mentioning: name, before: cursor?.text ?? .max, limit: limit)
        let hits = try view(texts, for: viewer) { text in
            EntityScanner.places(in: text) {
                if case .mention(name, _) = $0 { true } else { false }
            }
        }
        let next = texts.count == limit ? texts.last : nil
        return SearchPage(
            users: [],
            tags: [],
            hits: hits,
            next: next.map { SearchCursor(.older, $0) }
        )
    }

    private static func sides(_ isShown: Bool) -> Int {
        isShown ? SearchPage.sideLimit : 0
    }
}
