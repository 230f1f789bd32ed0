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
        guard let username = user(id)?.username else { return [] }
        let events =
            likes(ofPostsBy: id) + captions(mentioning: username) + follows(of: id)
            + comments.values.compactMap { event(of: $0, for: id, username) }
        return events.filter { event in
            event.user != id && exists(event.user) && muted[id]?.contains(event.user) != true
        }
    }

    private func likes(ofPostsBy id: User.ID) -> [ActivityEvent] {
        (postsByAuthor[id]?.ids ?? [])
            .flatMap { post in
                (likes[post] ?? [:]).filter(\.value.value)
                    .map { user, like in
                        ActivityEvent(
                            .like,
                            by: user,
                            post: post,
                            arrival: likeArrivals[post]?[user] ?? 0,
                            stamp: like.stamp
                        )
                    }
            }
    }

    private func captions(mentioning username: String) -> [ActivityEvent] {
        posts.values
            .filter { TextEntities(in: $0.caption.value).mentions.contains(username) }
            .map { record in
                ActivityEvent(
                    .mention,
                    by: record.post.author,
                    post: record.post.id,
                    arrival: record.arrival ?? 0,
                    stamp: record.post.id.pushID
                )
            }
    }

    private func follows(of id: User.ID) -> [ActivityEvent] {
        (followers[id] ?? [])
            .map { user in
                ActivityEvent(
                    .follow,
                    by: user,
                    arrival: followArrivals[user]?[id] ?? 0,
                    stamp: following[user]?[id]?.stamp ?? .min
                )
            }
    }

    /// Returns the event that a comment causes for the given user, or `nil` if the comment does not
    /// concern the user.
    private func event(
        of comment: Comment,
        for id: User.ID,
        _ username: String
    ) -> ActivityEvent? {
        let isOnOwnPost = posts[comment.post]?.post.author == id
        guard isOnOwnPost || TextEntities(in: comment.text).mentions.contains(username) else {
            return nil
        }
        return ActivityEvent(
            isOnOwnPost ? .comment : .mention,
            by: comment.author,
            post: comment.post,
            comment: comment.id,
            arrival: commentArrivals[comment.id] ?? 0,
            stamp: comment.id.pushID
        )
    }
}
