extension SocialReader {
    /// Searches posts and comments for words, and suggests users and tags on the first page.
    func search(
        words text: String,
        for viewer: User.ID?,
        after cursor: SearchCursor?,
        limit: Int
    ) throws -> SearchPage {
        let query = TextQuery(text)
        let plainText = text.filter { !"*\"“”„".contains($0) }
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
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
        let page = try mentions(of: username.lowercased(), for: viewer, after: cursor, limit: limit)
        let showsSuggestions = cursor == nil && !username.isEmpty
        return SearchPage(
            users: showsSuggestions ? try suggestedUsers(matching: username) : [],
            tags: [],
            results: page.results
        )
    }

    /// Returns one page of the texts that mention a displayed username, newest first.
    func mentions(
        of username: String,
        for viewer: User.ID?,
        after cursor: SearchCursor?,
        limit: Int
    ) throws -> SearchPage {
        let ids = try texts(mentioning: username, before: cursor?.text ?? .max, limit: limit)
        let hits = try hits(ids, for: viewer) { text in
            EntityScanner.ranges(in: text) {
                if case .mention(username, _) = $0 { true } else { false }
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
