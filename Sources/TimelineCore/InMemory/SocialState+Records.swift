import TimelineRecords

/// Signed records, and the shared data derived from them.
///
/// The shared data of users with keys is a projection of the live records. A record that leaves the
/// live set also removes its data, unless another record sets the same register. A record is live
/// but has no effect until its user and its post arrive.
extension SocialState {
    /// Adds records to the live ones, and adapts the shared data to the new live set.
    mutating func apply(_ batch: [VerifiedRecord]) {
        guard !batch.isEmpty else { return }
        for record in batch { raiseNewestStamp(of: record) }
        let former = records
        let live = liveSet(of: Array(former.values) + batch)
        records = Dictionary(live.map { ($0.id, $0) }) { first, _ in first }
        guard records.keys != former.keys else { return }
        token = Self.newToken()
        registers = Dictionary(
            live.compactMap { record in RecordRegister(of: record.body).map { ($0, record) } }
        ) { first, _ in first }
        for record in former.values.filter({ records[$0.id] == nil }).sorted() { retract(record) }
        let added = live.filter { former[$0.id] == nil }
        recordArrivals = recordArrivals.filter { records[$0.key] != nil }
        for record in added { recordArrivals[record.id] = commitCount }
        for record in added where record.introducesAuthor { project(record) }
        for record in added where !record.introducesAuthor { project(record) }
    }

    static func newToken() -> [UInt8] {
        var random = SystemRandomNumberGenerator()
        return (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    }

    private mutating func raiseNewestStamp(of record: VerifiedRecord) {
        let (author, stamp) = (User.ID(record.body.author), PushID(record.body.stamp))
        newest = max(newest, stamp)
        newestByAuthor[author] = max(newestStamp(of: author), stamp)
    }

    // MARK: Records that have become live

    /// Applies a live record to the shared data, if its user and its post exist.
    mutating func project(_ record: VerifiedRecord) {
        guard let change = Change(record) ?? Change(replacing: record) else { return }
        for dependency in change.dependencies {
            switch existence(of: dependency) {
            case .present: continue
            case .missing:
                pendingRecords[dependency, default: []].insert(record.id)
                return
            case .deleted where isForgotten(dependency):
                pendingRecords[dependency, default: []].insert(record.id)
                return
            case .deleted: return
            }
        }
        switch change.action {
        case .profileUpdated(let update): setProfile(update, from: change)
        case .profileRemoved: removeUser(change.author)
        case .postAdded(let content): setPost(content, record)
        case .postDeleted(let post): deletePost(post)
        case .commentAdded(let post, let text): addComment(text, on: post, from: change)
        case .liked(let post): project(like: true, of: post, change)
        case .unliked(let post): project(like: false, of: post, change)
        case .followed(let user): project(follow: true, of: user, change)
        case .unfollowed(let user): project(follow: false, of: user, change)
        case .commentDeleted, .captionEdited, .placeEdited, .altEdited: break
        }
    }

    /// Returns whether a post has a tombstone without a live record that deletes it, so that the
    /// post may be restored.
    private func isForgotten(_ dependency: Dependency) -> Bool {
        guard case .post(let post) = dependency else { return false }
        return registers[.deletedPost(post.recordID)] == nil
    }

    private mutating func setProfile(_ update: ProfileUpdate, from change: Change) {
        var user = users[change.author] ?? UserRecord()
        guard !user.isRemoved else { return }
        let wasVisible = user.isVisible
        if let username = update.username {
            if let former = user.username { claims[former.value]?.remove(change.author) }
            user.username = LWWRegister(username, at: change.stamp)
            claims[username, default: []].insert(change.author)
        }
        if let field = update.displayName {
            user.displayName = LWWRegister(field.value, at: change.stamp)
        }
        if let field = update.bio { user.bio = LWWRegister(field.value, at: change.stamp) }
        if let field = update.url { user.url = LWWRegister(field.value, at: change.stamp) }
        if let field = update.avatar { user.avatar = LWWRegister(field.value, at: change.stamp) }
        users[change.author] = user
        if user.isVisible && !wasVisible { release(.user(change.author)) }
    }

    private mutating func setPost(_ content: Post.Content, _ record: VerifiedRecord) {
        guard let id = record.body.post.map({ Post.ID($0) }) else { return }
        let (author, stamp) = (User.ID(record.body.author), PushID(record.body.stamp))
        if var stored = posts[id], stored.post.author == author {
            stored.post = Post(id: id, author: author, content: content)
            stored.caption = LWWRegister(content.caption, at: stamp)
            posts[id] = stored
            return
        }
        if posts[id] != nil { deletePost(id) }
        deletedPosts.remove(id)
        posts[id] = PostRecord(
            post: Post(id: id, author: author, content: content),
            caption: LWWRegister(content.caption, at: stamp),
            arrival: batch.isNews(id, by: author) ? commitCount : nil
        )
        allPosts.insert(id)
        postsByAuthor[author, default: SortedIDs()].insert(id)
        users[author]?.postCount += 1
        release(.post(id))
    }

    private mutating func project(like isLiked: Bool, of post: Post.ID, _ change: Change) {
        if likes[post]?[change.author]?.value == isLiked {
            likes[post]?[change.author] = LWWRegister(isLiked, at: change.stamp)
        } else {
            removeLike(of: post, by: change.author)
            setLike(isLiked, of: post, from: change)
        }
    }

    private mutating func project(follow isFollowed: Bool, of user: User.ID, _ change: Change) {
        if following[change.author]?[user]?.value == isFollowed {
            following[change.author]?[user] = LWWRegister(isFollowed, at: change.stamp)
        } else {
            removeFollow(of: user, by: change.author)
            setFollow(isFollowed, of: user, from: change)
        }
    }

    // MARK: Records that are no longer live

    /// Removes the data of a record, unless another record sets the same register.
    mutating func retract(_ record: VerifiedRecord) {
        guard let register = RecordRegister(of: record.body) else { return }
        let author = User.ID(record.body.author)
        if let successor = registers[register] {
            guard case .post(let id) = register, successor.body.author != record.body.author else {
                return
            }
            return deletePost(Post.ID(id))
        }
        switch record.body.content {
        case .profileSet(let setting): clear(setting.field, of: author)
        case .postSet(let post, _): retractPost(Post.ID(post.id))
        case .postDeleted(let post): deletedPosts.remove(Post.ID(post.id))
        case .commentAdded: removeComment(Comment.ID(record.body.stamp))
        case .liked(let post), .unliked(let post):
            removeLike(of: Post.ID(post.id), by: author)
        case .followed(let user), .unfollowed(let user):
            removeFollow(of: User.ID(user), by: author)
        case .keyAdded, .keyEnded, .userLeft, .commentDeleted, .commentHidden, .unknown: break
        }
    }

    /// Clears a field of a profile.
    ///
    /// A username stays until another record sets it, because a user without a username would
    /// disappear.
    private mutating func clear(_ field: ProfileSetting.Field, of user: User.ID) {
        switch field {
        case .username: break
        case .displayName: users[user]?.displayName = nil
        case .bio: users[user]?.bio = nil
        case .url: users[user]?.url = nil
        case .photo: users[user]?.avatar = nil
        }
    }

    /// Removes a post that no record sets.
    ///
    /// Unless a record deletes the post, its replies stay live and take effect again once the post
    /// is restored. The tombstone has no effect on records.
    private mutating func retractPost(_ id: Post.ID) {
        deletePost(id)
        let replies = records.values.filter { record in
            record.body.post == id.recordID && record.body.content.kind?.isReply == true
        }
        for reply in replies { pendingRecords[.post(id), default: []].insert(reply.id) }
    }

    private mutating func removeComment(_ id: Comment.ID) {
        guard let comment = comments.removeValue(forKey: id) else { return }
        commentArrivals[id] = nil
        commentsByPost[comment.post]?.remove(id)
        posts[comment.post]?.commentCount -= 1
    }

    private mutating func removeLike(
        of post: Post.ID,
        by user: User.ID
    ) {
        guard let former = likes[post]?.removeValue(forKey: user) else { return }
        if former.value { posts[post]?.likeCount -= 1 }
        likeArrivals[post]?[user] = nil
    }

    private mutating func removeFollow(
        of user: User.ID,
        by follower: User.ID
    ) {
        guard let former = following[follower]?.removeValue(forKey: user) else { return }
        followArrivals[follower]?[user] = nil
        guard former.value else { return }
        followers[user]?.remove(follower)
        users[user]?.followerCount -= 1
        users[follower]?.followingCount -= 1
    }
}
