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

extension SocialState {
    func activity(
        of user: User.ID,
        after position: ActivityEvent.Position?,
        limit: Int
    ) -> [ActivityEvent] {
        Array(
            activity(of: user).filter { event in position.map { event.position < $0 } ?? true }
                .sorted { $0.position > $1.position }
                .prefix(max(0, limit))
        )
    }

    func activityCount(of user: User.ID, since epoch: Int, limit: Int) -> Int {
        min(max(0, limit), activity(of: user).count { $0.arrival > epoch })
    }

    /// Returns all events that concern a user, in no particular order.
    private func activity(of id: User.ID) -> [ActivityEvent] {
        let view = view
        guard let username = view.users[id]?.username else { return [] }
        let likes = (view.postIDsByAuthor[id] ?? [])
            .flatMap { post in
                (view.likes[post] ?? [:])
                    .map { user, like in
                        ActivityEvent(
                            .like,
                            by: user,
                            post: post,
                            arrival: like.arrival.number,
                            stamp: like.stamp
                        )
                    }
            }
        let follows = (view.followers[id] ?? [:])
            .map { user, follow in
                ActivityEvent(
                    .follow,
                    by: user,
                    arrival: follow.arrival.number,
                    stamp: follow.stamp
                )
            }
        let captions = view.posts.values.filter { $0.content.caption.mentions(username) }
            .map { post in
                ActivityEvent(
                    .mention,
                    by: post.author,
                    post: post.id,
                    arrival: post.arrival.number,
                    stamp: post.id.pushID
                )
            }
        let comments = view.comments.values.compactMap { shown -> ActivityEvent? in
            let comment = shown.comment
            let isOnOwnPost = view.posts[comment.post]?.author == id
            guard isOnOwnPost || comment.text.mentions(username) else { return nil }
            return ActivityEvent(
                isOnOwnPost ? .comment : .mention,
                by: comment.author,
                post: comment.post,
                comment: comment.id,
                arrival: shown.arrival.number,
                stamp: comment.id.pushID
            )
        }
        return (likes + follows + captions + comments)
            .filter { $0.user != id && facts.muted[id]?.contains($0.user) != true }
    }
}

extension String {
    /// Returns whether the text mentions a displayed username.
    fileprivate func mentions(_ username: String) -> Bool {
        TextEntities(in: self).mentions.contains(username)
    }
}
