extension Principal {
    /// Returns one page of captions and comments that match a text, and on the first page also
    /// users and tags.
    ///
    /// A caption or comment matches if it contains all words, in any order, ignoring case and
    /// accents. Quotation marks enclose a phrase; a `*` after the start of a word matches any
    /// ending. A single `#sunset` matches posts with that tag and tags that start so; a single
    /// `@leia` matches mentions of that user, and users. Every text is a valid query.
    ///
    /// Of the newest 50 matches, those that contain the query as a phrase come first, then the
    /// others; all older matches follow. Within each group, the newest come first.
    ///
    /// ```swift
    /// let page = try await session.search("two suns", limit: 20)
    /// let captions = page.hits.map(\.excerpt.text)
    /// ```
    ///
    /// - Parameters:
    ///   - text: The query, of which the first 1,000 characters are used.
    ///   - cursor: The hit after which the page starts, such as ``SearchPage/next``; `nil` for the
    ///     first page.
    ///   - limit: The maximum number of captions and comments.
    /// - Returns: The page with the cursor of the next one.
    /// - Throws: A storage error.
    public func search(
        _ text: String,
        after cursor: SearchCursor? = nil,
        limit: Int = 20
    ) async throws -> SearchPage {
        let text = String(text.prefix(TextQuery.maximumLength))
        return try await read { reader, viewer in
            switch EntityQuery(in: text) {
            case .tag(let tag):
                try reader.search(tag: tag, for: viewer, after: cursor, limit: limit)
            case .mention(let username):
                try reader.search(mention: username, for: viewer, after: cursor, limit: limit)
            case nil:
                try reader.search(words: text, for: viewer, after: cursor, limit: limit)
            }
        }
    }

    /// Returns one page of the captions and comments that mention a user, newest first.
    ///
    /// A mention is `@` and the user's present displayed username, even if another user had that
    /// username when the text was written.
    ///
    /// - Throws: ``TimelineError/userNotFound(_:)``.
    public func mentions(
        of user: User.ID,
        after cursor: SearchCursor? = nil,
        limit: Int = 20
    ) async throws -> SearchPage {
        try await read { reader, viewer in
            let username = try reader.requireUser(user).username
            return try reader.mentions(of: username, for: viewer, after: cursor, limit: limit)
        }
    }
}

extension SocialReader {
    fileprivate func search(
        words text: String,
        for viewer: User.ID?,
        after cursor: SearchCursor?,
        limit: Int
    ) throws -> SearchPage {
        let query = TextQuery(text)
        let isFirst = cursor == nil
        let plainText = text.filter { !"*\"“”„".contains($0) }
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let suggestions = Self.suggestionLimit(isFirst && !query.terms.isEmpty)
        let pattern = try query.pattern(expand: words)
        let ranked = try pattern.map { pattern in
            try SearchRanking(query: query, pattern: pattern, reader: self)
                .hits(after: cursor, limit: limit)
        }
        let hits = try hits(ranked?.map(\.text) ?? [], for: viewer) {
            pattern?.matches(in: $0) ?? []
        }
        return SearchPage(
            users: try suggestions == 0
                ? [] : users(UserQuery(matching: plainText, limit: suggestions)),
            tags: try tags(startingLike: plainText, limit: suggestions),
            hits: hits,
            next: ranked?.count == limit ? ranked?.last : nil
        )
    }

    /// Returns the tags that start with a text, if a tag can.
    private func tags(startingLike text: String, limit: Int) throws -> [TagCount] {
        // A text that is not a tag cannot start one.
        guard limit > 0, let tag = try? Tag(text) else { return [] }
        return try tags(startingWith: tag.name, limit: limit)
    }

    fileprivate func search(
        tag typed: String,
        for viewer: User.ID?,
        after cursor: SearchCursor?,
        limit: Int
    ) throws -> SearchPage {
        let prefix = typed.unicodeScalars.prefix(Tag.maximumLength)
        let range = PostRange(before: Post.ID(cursor?.text.pushID ?? .max), limit: limit)
        let tag = Tag(continuing: prefix)
        let posts = try tag.map { try postIDs(tagged: $0, in: range) } ?? []
        let suggestions = Self.suggestionLimit(cursor == nil)
        return SearchPage(
            users: [],
            tags: try suggestions == 0
                ? []
                : tags(
                    startingWith: Tag.normalized(String(Substring(prefix))),
                    limit: suggestions
                ),
            hits: try hits(posts.map(TextID.caption), for: viewer) { text in
                EntityScanner.ranges(in: text) { if case .tag(tag, _) = $0 { true } else { false } }
            },
            next: posts.count == limit
                ? posts.last.map { SearchCursor(.older, .caption($0)) } : nil
        )
    }

    fileprivate func search(
        mention username: String,
        for viewer: User.ID?,
        after cursor: SearchCursor?,
        limit: Int
    ) throws -> SearchPage {
        let page = try mentions(of: username.lowercased(), for: viewer, after: cursor, limit: limit)
        let suggestions = Self.suggestionLimit(cursor == nil && !username.isEmpty)
        return SearchPage(
            users: try suggestions == 0
                ? [] : users(UserQuery(matching: username, limit: suggestions)),
            tags: [],
            hits: page.hits,
            next: page.next
        )
    }

    fileprivate func mentions(
        of username: String,
        for viewer: User.ID?,
        after cursor: SearchCursor?,
        limit: Int
    ) throws -> SearchPage {
        let texts = try texts(mentioning: username, before: cursor?.text ?? .max, limit: limit)
        let hits = try self.hits(texts, for: viewer) { text in
            EntityScanner.ranges(in: text) {
                if case .mention(username, _) = $0 { true } else { false }
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

    private static func suggestionLimit(_ isFirstPage: Bool) -> Int {
        isFirstPage ? SearchPage.suggestionLimit : 0
    }
}
