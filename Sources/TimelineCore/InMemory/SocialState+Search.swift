extension SocialState {
    // MARK: Tags and mentions

    func tags(startingWith prefix: String, limit: Int) -> [TagCount] {
        var counts: [Tag: Int] = [:]
        for post in view.postIDs {
            for tag in tags(of: post) where tag.name.utf8.starts(with: prefix.utf8) {
                counts[tag, default: 0] += 1
            }
        }
        return Array(
            counts.map(TagCount.init).sorted { ($1.postCount, $0.tag) < ($0.postCount, $1.tag) }
                .prefix(max(0, limit))
        )
    }

    /// Returns the tags in a post's caption and in the author's own comments on the post.
    func tags(of post: Post.ID) -> Set<Tag> {
        let view = view
        guard let shown = view.posts[post] else { return [] }
        let own = (view.commentIDsByPost[post] ?? []).compactMap { view.comments[$0]?.comment }
            .filter { $0.author == shown.author }
        let texts = [shown.content.caption] + own.map(\.text)
        return Set(texts.flatMap { TextEntities(in: $0).tags })
    }

    func texts(mentioning username: String, before: TextID, limit: Int) -> [TextID] {
        newestTexts(in: captionsAndComments, before: before, limit: limit) {
            TextEntities(in: $0).mentions.contains(username)
        }
    }

    // MARK: Words

    func words(startingWith prefix: String, limit: Int) -> [String] {
        var counts: [String: Int] = [:]
        for (_, text) in texts {
            for word in Tokenizer.all(in: text) where word.utf8.starts(with: prefix.utf8) {
                counts[word, default: 0] += 1
            }
        }
        return Array(
            counts.sorted { left, right in
                left.value == right.value
                    ? left.key.utf8.lexicographicallyPrecedes(right.key.utf8)
                    : left.value > right.value
            }
            .map(\.key).prefix(max(0, limit))
        )
    }

    func texts(
        matching pattern: TextPattern,
        before: TextID,
        from oldest: TextID,
        limit: Int
    ) -> [TextID] {
        newestTexts(in: texts, before: before, limit: limit) {
            pattern.matches(Tokenizer.all(in: $0))
        }
        .filter { $0 >= oldest }
    }

    private var captionsAndComments: [(id: TextID, text: String)] {
        view.posts.values.map { (.caption($0.id), $0.content.caption) } + commentTexts
    }

    /// The texts that searches match.
    private var texts: [(id: TextID, text: String)] {
        view.posts.values
            .map { post in
                let text = PostDetails.searchable(
                    caption: post.content.caption,
                    details: post.content.details
                )
                return (.caption(post.id), text)
            } + commentTexts
    }

    private var commentTexts: [(id: TextID, text: String)] {
        view.comments.values.map(\.comment).map { (.comment($0.id), $0.text) }
    }

    private func newestTexts(
        in texts: [(id: TextID, text: String)],
        before: TextID,
        limit: Int,
        where isMatch: (String) -> Bool
    ) -> [TextID] {
        Array(
            texts.filter { $0.id < before && isMatch($0.text) }.map(\.id).sorted(by: >)
                .prefix(max(0, limit))
        )
    }
}
