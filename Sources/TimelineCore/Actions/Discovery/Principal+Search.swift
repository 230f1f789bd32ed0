extension Principal {
    /// Returns one page of captions and comments that match a query.
    ///
    /// The first page also contains matching users and tags.
    ///
    /// A caption or comment matches if it contains all words of the query, in any order. Case and
    /// accents are ignored. Quotation marks enclose a phrase, and a `*` after the start of a word
    /// matches any ending. A word in Hangul outside quotation marks matches any ending without `*`,
    /// so that nouns are found before particles. A query that consists only of a tag, such as `#sunset`, finds posts with
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
        let entity = EntityQuery(in: text)
        let isOfWords = entity == nil && cursor == nil
        return try await read(foreseeing: isOfWords ? .search(for: text) : .any) {
            reader,
            _,
            viewer in
            switch entity {
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
    /// even if another user had the username when the text was written. A former username of a user
    /// with an account counts too, until another user has it.
    ///
    /// - Throws: ``TimelineError/userNotFound(_:)``.
    public func mentions(
        of user: User.ID,
        after cursor: SearchCursor? = nil,
        limit: Int = 20
    ) async throws -> SearchPage {
        try await read { reader, accounts, viewer in
            let former = try accounts.formerUsernames(of: user)
                .filter { name in
                    try reader.user(withUsername: name) == nil
                        && accounts.user(formerly: name) == user
                }
            let names = [try reader.requireUser(user).username] + former
            return try reader.mentions(of: names, for: viewer, after: cursor, limit: limit)
        }
    }
}

extension SocialReader {
    /// Searches posts and comments for words, and suggests users and tags on the first page.
    func search(
        words text: String,
        for viewer: User.ID?,
        after cursor: SearchCursor?,
        limit: Int
    ) throws -> SearchPage {
        let query = TextQuery(text)
        let plainText = text.withoutOperators
        let showsSuggestions = cursor == nil && !query.terms.isEmpty
        let pattern = try query.pattern(expand: words)
        let ranked = try pattern.map { pattern in
            try SearchRanking(query: query, pattern: pattern, reader: self)
                .hits(after: cursor, limit: limit)
        }
        let hits = try hits(ranked?.map(\.text) ?? [], for: viewer, withDetails: true) {
            pattern?.matches(in: $0) ?? []
        }
        return SearchPage(
            users: showsSuggestions ? try suggestedUsers(matching: plainText) : [],
            tags: showsSuggestions ? try suggestedTags(matching: plainText) : [],
            results: Page(hits, next: ranked?.count == limit ? ranked?.last : nil)
        )
    }

    /// Searches for the posts with a tag, and suggests tags on the first page.
    func search(
        tag typed: String,
        for viewer: User.ID?,
        after cursor: SearchCursor?,
        limit: Int
    ) throws -> SearchPage {
        let prefix = typed.unicodeScalars.prefix(Tag.maximumLength)
        let range = PostRange(before: Post.ID(cursor?.text.pushID ?? .max), limit: limit)
        let tag = Tag(continuing: prefix)
        let ids = try tag.map { try postIDs(.tagged($0), in: range) } ?? []
        let hits = try hits(ids.map(TextID.caption), for: viewer) { text in
            EntityScanner.ranges(in: text) { if case .tag(tag, _) = $0 { true } else { false } }
        }
        let next = ids.count == limit ? ids.last : nil
        return SearchPage(
            users: [],
            tags: try cursor == nil
                ? tags(
                    startingWith: Tag.normalized(String(Substring(prefix))),
                    limit: SearchPage.suggestionLimit
                ) : [],
            results: Page(hits, next: next.map { SearchCursor(.older, .caption($0)) })
        )
    }

    /// Searches for texts that mention a user, and suggests users on the first page.
    func search(
        mention username: String,
        for viewer: User.ID?,
        after cursor: SearchCursor?,
        limit: Int
    ) throws -> SearchPage {
        let page = try mentions(
            of: [username.lowercased()],
            for: viewer,
            after: cursor,
            limit: limit
        )
        let showsSuggestions = cursor == nil && !username.isEmpty
        return SearchPage(
            users: showsSuggestions ? try suggestedUsers(matching: username) : [],
            tags: [],
            results: page.results
        )
    }

    /// Returns one page of the texts that mention one of some displayed usernames, newest first.
    func mentions(
        of usernames: [String],
        for viewer: User.ID?,
        after cursor: SearchCursor?,
        limit: Int
    ) throws -> SearchPage {
        let found = try usernames.flatMap {
            try texts(mentioning: $0, before: cursor?.text ?? .max, limit: limit)
        }
        let ids = Array(Set(found).sorted(by: >).prefix(max(0, limit)))
        let hits = try hits(ids, for: viewer) { text in
            EntityScanner.ranges(in: text) {
                if case .mention(let name, _) = $0 { usernames.contains(name) } else { false }
            }
        }
        let next = ids.count == limit ? ids.last : nil
        return SearchPage(
            users: [],
            tags: [],
            results: Page(hits, next: next.map { SearchCursor(.older, $0) })
        )
    }

    private func suggestedUsers(matching text: String) throws -> [User] {
        try users(UserQuery(matching: text, limit: SearchPage.suggestionLimit))
    }

    private func suggestedTags(matching text: String) throws -> [TagCount] {
        // Text that is not a valid tag cannot be the start of a tag.
        guard let tag = try? Tag(text) else { return [] }
        return try tags(startingWith: tag.name, limit: SearchPage.suggestionLimit)
    }
}

extension ForeseenPage {
    /// Returns what a search for words asks first.
    fileprivate static func search(for text: String) -> ForeseenPage {
        let plainText = text.withoutOperators
        return .search(
            users: UserQuery(matching: plainText, limit: SearchPage.suggestionLimit),
            tags: (try? Tag(plainText))?.name,  // Other text suggests no tags.
            prefixes: TextQuery(text).terms.filter(\.isPrefix).compactMap(\.words.first)
        )
    }
}

extension String {
    /// The words of a search without quotation marks and asterisks.
    fileprivate var withoutOperators: String {
        filter { !"*\"“”„".contains($0) }.split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
    }
}
