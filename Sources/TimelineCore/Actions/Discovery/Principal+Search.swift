extension Principal {
    /// Returns one page of captions and comments that match a query.
    ///
    /// The first page also contains matching users and tags.
    ///
    /// A caption or comment matches if it contains all words of the query, in any order. Case and
    /// accents are ignored. Quotation marks enclose a phrase, and a `*` after the start of a word
    /// matches any ending. A query that consists only of a tag, such as `#sunset`, finds posts with
    /// that tag and suggests tags that start with it. A query that consists only of a mention, such
    /// as `@leia`, finds texts that mention that user and suggests matching users. Every text is a
    /// valid query.
    ///
    /// Among the 50 newest matches, those that contain the query as a phrase come first, followed
    /// by the others. All older matches come last. Each group is sorted from newest to oldest.
    ///
    /// ```swift
    /// let page = try await session.search("two suns", limit: 20)
    /// let captions = page.hits.map(\.excerpt.text)
    /// ```
    ///
    /// - Parameters:
    ///   - text: The query, of which only the first 1,000 characters are used.
    ///   - cursor: The hit after which the page starts, such as ``SearchPage/next``, or `nil` for
    ///     the first page.
    ///   - limit: The maximum number of captions and comments on the page.
    /// - Returns: The page, with the cursor of the next page.
    /// - Throws: A storage error.
    public func search(
        _ text: String,
        after cursor: SearchCursor? = nil,
        limit: Int = 20
    ) async throws -> SearchPage {
        let text = String(text.prefix(TextQuery.maximumLength))
        return try await read { reader, _, viewer in
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
    /// A mention consists of `@` and the user's current displayed username. It refers to this user
    /// even if another user had the username when the text was written.
    ///
    /// - Throws: ``TimelineError/userNotFound(_:)``.
    public func mentions(
        of user: User.ID,
        after cursor: SearchCursor? = nil,
        limit: Int = 20
    ) async throws -> SearchPage {
        try await read { reader, _, viewer in
            let username = try reader.requireUser(user).username
            return try reader.mentions(of: username, for: viewer, after: cursor, limit: limit)
        }
    }
}
