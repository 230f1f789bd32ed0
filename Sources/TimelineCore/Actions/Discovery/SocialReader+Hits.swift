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
        guard case .comment(let id) = text, let comment = try comment(id),
            let author = try user(comment.author)
        else { return nil }
        return CommentView(id: id, post: comment.post, author: author, text: comment.text)
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
