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
