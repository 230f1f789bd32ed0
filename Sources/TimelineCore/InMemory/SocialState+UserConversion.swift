extension SocialState {
    /// Gives a user and the user's posts and comments new IDs.
    ///
    /// The old IDs of posts and comments become aliases.
    mutating func convert(_ conversion: UserConversion) {
        let (former, user) = (conversion.former, conversion.user)
        records = records.filter { !conversion.removedRecords.contains($0.key) }
        // Comments first, because moving a post does not change the IDs of comments.
        for (old, new) in conversion.comments { move(old, to: new) }
        for (old, new) in conversion.posts { move(old, to: new) }
        let moved =
            conversion.posts.map { ($0.pushID, $1.pushID) }
            + conversion.comments.map { ($0.pushID, $1.pushID) }
        for (old, new) in moved {
            for (alias, id) in movedIDs where id == old { movedIDs[alias] = new }
            movedIDs[old] = new
        }
        guard former != user else { return }
        rename(former, to: user)
        pending = Dictionary(
            pending.map { dependency, changes in
                let renamed = Set(changes.map { $0.renaming(former, to: user) })
                return (dependency == .user(former) ? .user(user) : dependency, renamed)
            }
        ) { $0.union($1) }
    }

    private mutating func rename(_ former: User.ID, to user: User.ID) {
        users[user] = users.removeValue(forKey: former)
        newestByAuthor[user] = newestByAuthor.removeValue(forKey: former)
        for name in claims.keys where claims[name]?.remove(former) != nil {
            claims[name]?.insert(user)
        }
        postsByAuthor[user] = postsByAuthor.removeValue(forKey: former)
        for id in postsByAuthor[user]?.ids ?? [] {
            guard let stored = posts[id] else { continue }
            posts[id]?.post = Post(id: id, author: user, content: stored.post.content)
        }
        for comment in comments.values where comment.author == former {
            comments[comment.id] = Comment(
                id: comment.id,
                post: comment.post,
                author: user,
                text: comment.text
            )
        }
        for post in likes.keys { likes[post]?.rename(former, to: user) }
        for post in likeArrivals.keys { likeArrivals[post]?.rename(former, to: user) }
        following.rename(former, to: user)
        for follower in following.keys { following[follower]?.rename(former, to: user) }
        followArrivals.rename(former, to: user)
        for follower in followArrivals.keys { followArrivals[follower]?.rename(former, to: user) }
        followers.rename(former, to: user)
        for followed in followers.keys where followers[followed]?.remove(former) != nil {
            followers[followed]?.insert(user)
        }
    }
}

extension Dictionary where Key == User.ID {
    fileprivate mutating func rename(_ former: User.ID, to user: User.ID) {
        if let value = removeValue(forKey: former) { self[user] = value }
    }
}
