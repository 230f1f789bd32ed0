extension SocialReader {
    /// Loads texts as hits, with excerpts around the ranges that `places` returns.
    func view(
        _ texts: [TextID],
        for viewer: User.ID?,
        places: (String) -> [Range<String.Index>]
    ) throws -> [SearchHit] {
        let comments = try texts.map { try view($0) }
        let ids = zip(texts, comments)
            .compactMap { text, comment in comment?.post ?? text.post }
        let posts = try self.posts(ids, for: viewer)
        let known = Dictionary(posts.map { ($0.id, $0) }) { first, _ in first }
        return zip(texts, comments)
            .compactMap { text, comment in
                guard let id = comment?.post ?? text.post, let post = known[id] else { return nil }
                let words = comment?.text ?? post.caption
                return SearchHit(
                    post: post,
                    comment: comment,
                    excerpt: Excerpt(of: words, around: places(words))
                )
            }
    }

    private func view(_ text: TextID) throws -> CommentView? {
        guard case .comment(let id) = text, let comment = try comment(id),
            let author = try user(comment.author)
        else { return nil }
        return CommentView(id: id, post: comment.post, author: author, text: comment.text)
    }
}

extension TextID {
    /// The post, if this is a caption.
    fileprivate var post: Post.ID? {
        switch self {
        case .caption(let id): id
        case .comment: nil
        }
    }
}

extension EntityScanner {
    /// Returns the ranges of the entities that satisfy a predicate.
    static func places(
        in text: String,
        _ isSearched: (TextEntity) -> Bool
    ) -> [Range<String.Index>] {
        var scanner = EntityScanner(text)
        var places: [Range<String.Index>] = []
        while let mark = scanner.next() {
            guard isSearched(mark) else { continue }
            switch mark {
            case .tag(_, let place), .mention(_, let place): places.append(place)
            }
        }
        return places
    }
}
