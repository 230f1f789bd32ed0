extension SocialState {
    /// Applies the batch that `draft` returns.
    ///
    /// If an error is thrown, the state remains unchanged.
    @discardableResult
    mutating func apply(
        drafting draft: (any SocialReader) throws -> CheckedBatch
    ) throws -> [Change] {
        let batch = try draft(self)
        try batch.unsigned.checkIdentifiers(isTaken: conflicts)
        if !batch.isEmpty { commitCount += 1 }
        self.batch = batch
        defer { self.batch = .empty }
        for change in batch.unsigned { apply(change) }
        apply(batch.records)
        return batch.changes
    }

    mutating func apply(_ change: Change) {
        guard let change = change.resolved({ movedIDs[$0] }) else { return }
        newest = max(newest, change.stamp)
        newestByAuthor[change.author] = max(newestStamp(of: change.author), change.stamp)
        if users[change.author]?.isRemoved == true { return applyDeletion(change) }
        guard !isDeleted(change) else { return }
        switch change.readiness(existence(of:)) {
        case .ready: break
        case .pending(let dependency):
            pending[dependency, default: []].insert(change)
            return
        case .obsolete: return
        }
        switch change.action {
        case .profileUpdated(let update): updateProfile(update, from: change)
        case .profileRemoved: removeUser(change.author)
        case .postAdded(let content): addPost(content, from: change)
        case .captionEdited(let post, let caption): editCaption(of: post, to: caption, from: change)
        case .placeEdited(let post, let place): editPlace(of: post, to: place, from: change)
        case .altEdited(let post, let photo, let alt):
            editAlt(ofPhoto: photo, in: post, to: alt, from: change)
        case .postDeleted(let post): deletePost(post)
        case .commentAdded(let post, let text): addComment(text, on: post, from: change)
        case .commentDeleted(let comment): deleteComment(comment)
        case .liked(let post): setLike(true, of: post, from: change)
        case .unliked(let post): setLike(false, of: post, from: change)
        case .followed(let user): setFollow(true, of: user, from: change)
        case .unfollowed(let user): setFollow(false, of: user, from: change)
        }
    }

    /// Applies a removed user's change if it deletes a post or comment.
    ///
    /// Ignores all other changes.
    private mutating func applyDeletion(_ change: Change) {
        switch change.action {
        case .postDeleted(let post): deletePost(post)
        case .commentDeleted(let comment): deleteComment(comment)
        default: break
        }
    }

    private func conflicts(_ change: Change) -> Bool {
        switch change.action {
        case .postAdded(let content):
            guard let existing = posts[Post.ID(change.stamp)] else { return false }
            return existing.post.author != change.author
                || content.conflicts(with: existing.post.content, edited: existing.edits)
        case .commentAdded(let post, let text):
            guard let existing = comments[Comment.ID(change.stamp)] else { return false }
            return existing.author != change.author || existing.post != post
                || existing.text != text
        default:
            return false
        }
    }

    // MARK: Pending changes

    /// Returns whether the change adds a post or comment that has been deleted.
    private func isDeleted(_ change: Change) -> Bool {
        switch change.action {
        case .postAdded: deletedPosts.contains(Post.ID(change.stamp))
        case .commentAdded: deletedComments.contains(Comment.ID(change.stamp))
        default: false
        }
    }

    func existence(of dependency: Dependency) -> Existence {
        switch dependency {
        case .post(let id):
            deletedPosts.contains(id) ? .deleted : posts[id] == nil ? .missing : .present
        case .user(let id):
            users[id]?.isRemoved == true ? .deleted : exists(id) ? .present : .missing
        }
    }

    /// Drops the pending changes that satisfy the given predicate.
    private mutating func dropPending(where isDropped: (Change) -> Bool) {
        pending = pending.compactMapValues { changes in
            let rest = changes.filter { !isDropped($0) }
            return rest.isEmpty ? nil : rest
        }
    }

    mutating func release(_ dependency: Dependency) {
        let released = pending.removeValue(forKey: dependency) ?? []
        for change in released.sorted(by: { JSONText.of($0) < JSONText.of($1) }) { apply(change) }
        let records = pendingRecords.removeValue(forKey: dependency) ?? []
        for record in records.compactMap({ self.records[$0] }).sorted() { project(record) }
    }

    // MARK: Users

    private mutating func updateProfile(_ update: ProfileUpdate, from change: Change) {
        var record = users[change.author] ?? UserRecord()
        let wasVisible = record.isVisible
        if let name = update.username { claim(name, in: &record, from: change) }
        merge(update.displayName, into: &record.displayName, at: change.stamp)
        merge(update.bio, into: &record.bio, at: change.stamp)
        merge(update.url, into: &record.url, at: change.stamp)
        merge(update.avatar, into: &record.avatar, at: change.stamp)
        users[change.author] = record
        if record.isVisible && !wasVisible { release(.user(change.author)) }
    }

    mutating func claim(_ name: Username, in record: inout UserRecord, from change: Change) {
        let previous = record.username
        let claim = LWWRegister(name, at: change.stamp)
        if record.username?.merge(claim) == false { return }
        record.username = claim
        if let previous { claims[previous.value]?.remove(change.author) }
        claims[name, default: []].insert(change.author)
    }

    func merge<Value>(
        _ field: ProfileUpdate.Field<Value>?,
        into register: inout LWWRegister<Value?>?,
        at stamp: PushID
    ) {
        guard let field else { return }
        let setting = LWWRegister(field.value, at: stamp)
        if register?.merge(setting) == nil { register = setting }
    }

    mutating func removeUser(_ id: User.ID) {
        let name = users[id]?.username?.value
        if let name { claims[name]?.remove(id) }
        for post in postsByAuthor[id]?.ids ?? [] { deletePost(post) }
        for comment in comments.values where comment.author == id { deleteComment(comment.id) }
        for (post, likers) in likes where likers[id]?.value == true { posts[post]?.likeCount -= 1 }
        for post in likes.keys { likes[post]?[id] = nil }
        for post in likeArrivals.keys { likeArrivals[post]?[id] = nil }
        removeFollows(of: id)
        users[id] = UserRecord(isRemoved: true)
        release(.user(id))
    }

    private mutating func removeFollows(of id: User.ID) {
        for (followed, setting) in following[id] ?? [:] where setting.value {
            users[followed]?.followerCount -= 1
            followers[followed]?.remove(id)
        }
        following[id] = nil
        for follower in followers[id] ?? [] { users[follower]?.followingCount -= 1 }
        followers[id] = nil
        for follower in following.keys { following[follower]?[id] = nil }
        followArrivals[id] = nil
        for follower in followArrivals.keys { followArrivals[follower]?[id] = nil }
    }

    // MARK: Posts and comments

    mutating func addPost(_ content: Post.Content, from change: Change) {
        let id = Post.ID(change.stamp)
        if posts[id] != nil { return addDerivedValues(of: content, to: id, change.author) }
        posts[id] = PostRecord(
            post: Post(id: id, author: change.author, content: content),
            caption: LWWRegister(content.caption, at: change.stamp),
            arrival: batch.isNews(id, by: change.author) ? commitCount : nil
        )
        allPosts.insert(id)
        postsByAuthor[change.author, default: SortedIDs()].insert(id)
        users[change.author]?.postCount += 1
        release(.post(id))
    }

    /// Merges the ThumbHashes, previews and byte counts of a repeated `postAdded` change into the
    /// existing post.
    private mutating func addDerivedValues(
        of content: Post.Content,
        to id: Post.ID,
        _ author: User.ID
    ) {
        guard let record = posts[id], record.post.author == author,
            record.post.content.photos
                .areSame(as: content.photos, exceptAlts: record.edits.alts)
        else { return }
        let existing = record.post
        var completed = existing.content
        completed.photos = zip(existing.content.photos, content.photos).map(Photo.merging)
        posts[id]?.post = Post(id: id, author: author, content: completed)
    }

    mutating func deletePost(_ id: Post.ID) {
        deletedPosts.insert(id)
        pending[.post(id)] = nil
        dropPending { change in
            if case .postAdded = change.action { change.stamp == id.pushID } else { false }
        }
        guard let record = posts.removeValue(forKey: id) else { return }
        allPosts.remove(id)
        postsByAuthor[record.post.author]?.remove(id)
        users[record.post.author]?.postCount -= 1
        (likes[id], likeArrivals[id]) = (nil, nil)
        for comment in commentsByPost.removeValue(forKey: id)?.ids ?? [] {
            (comments[comment], commentArrivals[comment]) = (nil, nil)
        }
    }

    mutating func addComment(_ text: String, on post: Post.ID, from change: Change) {
        let id = Comment.ID(change.stamp)
        guard comments[id] == nil else { return }
        comments[id] = Comment(id: id, post: post, author: change.author, text: text)
        commentArrivals[id] = arrival(of: change)
        commentsByPost[post, default: SortedIDs()].insert(id)
        posts[post]?.commentCount += 1
    }

    mutating func deleteComment(_ id: Comment.ID) {
        deletedComments.insert(id)
        dropPending { change in
            if case .commentAdded = change.action { change.stamp == id.pushID } else { false }
        }
        guard let comment = comments.removeValue(forKey: id) else { return }
        commentArrivals[id] = nil
        commentsByPost[comment.post]?.remove(id)
        posts[comment.post]?.commentCount -= 1
    }

    // MARK: Likes and follows

    /// Returns the arrival number of an item that the current batch adds or changes.
    func arrival(of change: Change) -> Int {
        change.stamp < batch.oldestNews ? 0 : commitCount
    }

    mutating func setLike(_ isLiked: Bool, of post: Post.ID, from change: Change) {
        let previous = likes[post]?[change.author]
        guard
            let step = LWWRegister.step(from: previous, to: LWWRegister(isLiked, at: change.stamp))
        else {
            return
        }
        likes[post, default: [:]][change.author] = LWWRegister(isLiked, at: change.stamp)
        if previous?.value != isLiked {
            likeArrivals[post, default: [:]][change.author] = arrival(of: change)
        }
        posts[post]?.likeCount += step
    }

    mutating func setFollow(_ isFollowed: Bool, of user: User.ID, from change: Change) {
        let previous = following[change.author]?[user]
        guard
            let step = LWWRegister.step(
                from: previous,
                to: LWWRegister(isFollowed, at: change.stamp)
            )
        else { return }
        following[change.author, default: [:]][user] = LWWRegister(isFollowed, at: change.stamp)
        if previous?.value != isFollowed {
            followArrivals[change.author, default: [:]][user] = arrival(of: change)
        }
        if isFollowed {
            followers[user, default: []].insert(change.author)
        } else {
            followers[user]?.remove(change.author)
        }
        users[user]?.followerCount += step
        users[change.author]?.followingCount += step
    }
}
