extension SocialState {
    /// Moves an author's items newer than `limit` to the present by assigning new IDs and stamps.
    ///
    /// - Returns: The number of stamps replaced.
    mutating func moveToPresent(
        of author: User.ID,
        newerThan limit: PushID,
        _ environment: TimelineEnvironment
    ) -> Int {
        let stamps = stamps(of: author)
        let newestUnmoved = stamps.filter { $0 <= limit }.max() ?? .min
        var source = PushIDSource(after: newestUnmoved, environment: environment)
        commitCount += 1
        var moved: [PushID: PushID] = [:]
        for stamp in stamps.filter({ $0 > limit }).sorted() { moved[stamp] = source.next() }
        for (old, new) in moved { move(old, to: new, by: author) }
        restamp(author) { moved[$0] ?? $0 }
        newestByAuthor[author] = source.newest
        newest = newestByAuthor.values.max() ?? .min
        return moved.count
    }

    /// Returns all of an author's stamps, including those of pending changes.
    private func stamps(of author: User.ID) -> Set<PushID> {
        var stamps = Set(pending.values.joined().filter { $0.author == author }.map(\.stamp))
        for post in posts.values where post.post.author == author {
            stamps.formUnion([post.post.id.pushID, post.caption.stamp])
            stamps.formUnion([post.placeStamp].compactMap(\.self) + post.altStamps.values)
        }
        for comment in comments.values where comment.author == author {
            stamps.insert(comment.id.pushID)
        }
        stamps.formUnion(likes.values.compactMap { $0[author]?.stamp })
        stamps.formUnion((following[author] ?? [:]).values.map(\.stamp))
        guard let user = users[author] else { return stamps }
        return stamps.union(
            [
                user.username?.stamp, user.displayName?.stamp, user.bio?.stamp, user.url?.stamp,
                user.avatar?.stamp,
            ]
            .compactMap(\.self)
        )
    }

    /// Moves a post or comment to a new ID.
    ///
    /// The old ID becomes an alias for the new one.
    private mutating func move(_ old: PushID, to new: PushID, by author: User.ID) {
        let isPost = posts[Post.ID(old)]?.post.author == author
        let isComment = comments[Comment.ID(old)]?.author == author
        if isPost { move(Post.ID(old), to: Post.ID(new)) }
        if isComment { move(Comment.ID(old), to: Comment.ID(new)) }
        guard isPost || isComment else { return }
        for (alias, id) in movedIDs where id == old { movedIDs[alias] = new }
        movedIDs[old] = new
    }

    mutating func move(_ old: Post.ID, to new: Post.ID) {
        guard var record = posts.removeValue(forKey: old) else { return }
        record.post = Post(id: new, author: record.post.author, content: record.post.content)
        record.arrival = record.arrival.map { _ in commitCount }
        posts[new] = record
        allPosts.remove(old)
        allPosts.insert(new)
        postsByAuthor[record.post.author]?.remove(old)
        postsByAuthor[record.post.author]?.insert(new)
        likes[new] = likes.removeValue(forKey: old)
        likeArrivals[new] = likeArrivals.removeValue(forKey: old)
        let replies = commentsByPost.removeValue(forKey: old)
        commentsByPost[new] = replies
        for id in replies?.ids ?? [] {
            guard let comment = comments[id] else { continue }
            comments[id] = Comment(id: id, post: new, author: comment.author, text: comment.text)
        }
        pending[.post(new)] = pending.removeValue(forKey: .post(old))
    }

    mutating func move(_ old: Comment.ID, to new: Comment.ID) {
        guard let comment = comments.removeValue(forKey: old) else { return }
        comments[new] = Comment(
            id: new,
            post: comment.post,
            author: comment.author,
            text: comment.text
        )
        commentArrivals[new] = commentArrivals.removeValue(forKey: old)
        commentsByPost[comment.post]?.remove(old)
        commentsByPost[comment.post]?.insert(new)
    }

    /// Replaces the stamps in an author's registers and pending changes.
    private mutating func restamp(_ author: User.ID, with current: (PushID) -> PushID) {
        for id in postsByAuthor[author]?.ids ?? [] {
            guard var record = posts[id] else { continue }
            record.caption = LWWRegister(
                record.caption.value,
                at: current(record.caption.stamp)
            )
            record.placeStamp = record.placeStamp.map(current)
            record.altStamps = record.altStamps.mapValues(current)
            posts[id] = record
        }
        for post in likes.keys {
            guard let like = likes[post]?[author] else { continue }
            likes[post]?[author] = LWWRegister(like.value, at: current(like.stamp))
        }
        following[author] = following[author]?
            .mapValues { LWWRegister($0.value, at: current($0.stamp)) }
        pending = pending.mapValues { changes in
            Set(changes.map { $0.author == author ? $0.stamped(current($0.stamp)) : $0 })
        }
        guard var user = users[author] else { return }
        user.username = user.username.map { LWWRegister($0.value, at: current($0.stamp)) }
        user.displayName = user.displayName.map { LWWRegister($0.value, at: current($0.stamp)) }
        user.bio = user.bio.map { LWWRegister($0.value, at: current($0.stamp)) }
        user.url = user.url.map { LWWRegister($0.value, at: current($0.stamp)) }
        user.avatar = user.avatar.map { LWWRegister($0.value, at: current($0.stamp)) }
        users[author] = user
    }
}
