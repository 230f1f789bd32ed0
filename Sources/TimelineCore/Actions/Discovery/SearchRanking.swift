/// The ranking of the matches for a search query.
///
/// Among the ``size`` newest matches, those that contain the query as a phrase come first, followed
/// by the others. All older matches come last. Each group is sorted from newest to oldest. The cost
/// of reading a page therefore does not grow with the store, and new matches stay near the top.
struct SearchRanking {
    /// The number of newest matches that are ranked by phrase.
    static let size = 50

    let query: TextQuery
    let pattern: TextPattern
    let reader: any SocialReader

    /// Returns up to `limit` hits that come after the cursor.
    func hits(after cursor: SearchCursor?, limit: Int) throws -> [SearchCursor] {
        guard let phrase = query.phrase, cursor?.group != .older else {
            return try older(than: cursor?.text ?? .max, limit)
        }
        let newest = try reader.texts(
            matching: pattern,
            before: .max,
            from: cursor?.oldestRanked ?? .min,
            limit: cursor == nil ? Self.size : .max
        )
        guard let oldest = cursor?.oldestRanked ?? newest.last else { return [] }
        let withPhrase = Set(
            try reader.texts(matching: phrase, before: .max, from: oldest, limit: .max)
        )
        let ranked =
            newest.filter(withPhrase.contains)
            .map { SearchCursor(.phrase, $0, oldestRanked: oldest) }
            + newest.filter { !withPhrase.contains($0) }
            .map { SearchCursor(.words, $0, oldestRanked: oldest) }
        let page = ranked.filter { hit in cursor.map { $0.precedes(hit) } ?? true }
            .prefix(max(0, limit))
        let isAll = cursor == nil && newest.count < Self.size
        return try page + (isAll ? [] : older(than: oldest, limit - page.count))
    }

    private func older(than text: TextID, _ limit: Int) throws -> [SearchCursor] {
        guard limit > 0 else { return [] }
        return try reader.texts(matching: pattern, before: text, from: .min, limit: limit)
            .map { SearchCursor(.older, $0) }
    }
}

extension SearchCursor {
    /// Returns whether `hit` comes after this cursor.
    fileprivate func precedes(_ hit: SearchCursor) -> Bool {
        group == hit.group ? text > hit.text : group.rawValue < hit.group.rawValue
    }
}

extension SocialReader {
    /// Loads the given captions and comments as search hits, with excerpts around the matching
    /// ranges.
    ///
    /// - Parameters:
    ///   - texts: The IDs of the captions and comments.
    ///   - viewer: The ID of the user that views the hits, or `nil` for a guest.
    ///   - isWithDetails: Whether an excerpt may show the place or a photo description if the
    ///     caption does not match.
    ///   - matches: A closure that returns the matching ranges of a text.
    /// - Returns: The hits.
    /// - Throws: A storage error.
    func hits(
        _ texts: [TextID],
        for viewer: User.ID?,
        withDetails isWithDetails: Bool = false,
        matches: (String) -> [Range<String.Index>]
    ) throws -> [SearchHit] {
        try foresee(.texts(texts))
        let comments = try texts.map { try commentView($0) }
        let ids = zip(texts, comments)
            .compactMap { text, comment in comment?.post ?? text.post }
        let posts = try self.posts(ids, for: viewer)
        let postsByID = Dictionary(posts.map { ($0.id, $0) }) { first, _ in first }
        return zip(texts, comments)
            .compactMap { text, comment in
                guard let id = comment?.post ?? text.post, let post = postsByID[id] else {
                    return nil
                }
                let details = isWithDetails ? [post.place?.name] + post.photos.map(\.alt) : []
                let texts = comment.map { [$0.text] } ?? [post.caption] + details.compactMap(\.self)
                let matchingText = texts.first { !matches($0).isEmpty } ?? texts[0]
                return SearchHit(
                    post: post,
                    comment: comment,
                    excerpt: Excerpt(of: matchingText, around: matches(matchingText))
                )
            }
    }

    private func commentView(_ text: TextID) throws -> CommentView? {
        guard case .comment(let id) = text else { return nil }
        return try commentView(id)
    }
}

extension TextID {
    /// The ID of the post if this is a caption, or `nil` if this is a comment.
    fileprivate var post: Post.ID? {
        switch self {
        case .caption(let id): id
        case .comment: nil
        }
    }
}

extension EntityScanner {
    /// Returns the ranges of the entities in the given text that satisfy a predicate.
    static func ranges(
        in text: String,
        where isMatch: (TextEntity) -> Bool
    ) -> [Range<String.Index>] {
        var scanner = EntityScanner(text)
        var ranges: [Range<String.Index>] = []
        while let entity = scanner.next() {
            guard isMatch(entity) else { continue }
            switch entity {
            case .tag(_, let range), .mention(_, let range): ranges.append(range)
            }
        }
        return ranges
    }
}
