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
