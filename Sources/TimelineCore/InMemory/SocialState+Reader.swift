import Foundation

extension SocialState: SocialReader {
    func epoch() -> Int { commitCount }

    func newestStamp() -> PushID { newest }

    func newestStamp(of author: User.ID) -> PushID { newestByAuthor[author] ?? .min }

    func movedIDs(endingWith text: String, limit: Int) -> [PushID] {
        movedIDs.filter { $0.key.description.hasSuffix(text) }.sorted { $0.key < $1.key }
            .prefix(max(0, limit)).map(\.value)
    }

    // MARK: Users

    func user(_ id: User.ID) -> User? {
        guard let record = users[id], record.isVisible,
            let username = displayedUsername(of: id, record)
        else {
            return nil
        }
        return User(
            id: id,
            username: username,
            displayName: record.displayName?.value,
            bio: record.bio?.value,
            url: record.url?.value,
            avatar: record.avatar?.value
        )
    }

    func exists(_ user: User.ID) -> Bool { users[user]?.isVisible == true }

    func user(withUsername username: String) -> User? {
        let displayed = Username.normalized(username)
        let claimed = String(displayed.prefix { $0 != "~" })
        guard let claim = try? Username(claimed) else { return nil }  // The username is invalid.
        return claims[claim]?.compactMap(user).first { $0.username == displayed }
    }

    func profile(of id: User.ID, for viewer: User.ID?) -> ProfileView? {
        guard let user = user(id), let record = users[id] else { return nil }
        return ProfileView(
            user: user,
            postCount: record.postCount,
            followerCount: record.followerCount,
            followingCount: record.followingCount,
            followedByViewer: viewer.map { followers[id]?.contains($0) == true } ?? false,
            followsViewer: viewer.map { followers[$0]?.contains(id) == true } ?? false
        )
    }

    func summary(of user: User.ID) -> UserSummary? {
        guard exists(user) else { return nil }
        let own = posts.values.filter { $0.post.author == user }
        let photos = own.flatMap(\.post.content.photos)
        return UserSummary(
            postCount: own.count,
            photoCount: photos.count,
            photoByteCount: photos.map { $0.byteCount + ($0.preview?.byteCount ?? 0) }
                .reduce(0, +),
            commentCount: comments.values.count { $0.author == user },
            likeCount: likes.values.count { $0[user]?.value == true }
        )
    }

    func users(_ query: UserQuery) -> [User] {
        let searchText = query.searchText
        func precedes(_ username: String, _ other: String) -> Bool {
            let isFirst = UserQuery.isPrefixMatch(username, for: searchText)
            let isOtherFirst = UserQuery.isPrefixMatch(other, for: searchText)
            return isFirst == isOtherFirst ? username < other : isFirst
        }
        let matches = candidates(query.scope).compactMap(user)
            .filter { user in
                query.after.map { precedes($0, user.username) } ?? true
                    && searchText.map { user.searchKey.utf8.contains($0.utf8) } ?? true
            }
        return Array(matches.sorted { precedes($0.username, $1.username) }.prefix(query.limit))
    }

    func hiddenUsers(from viewer: User.ID) -> HiddenUsers {
        let blocking = blocks.filter { $0.value[viewer]?.isBlocked == true }.keys
        let blocked = (blocks[viewer] ?? [:]).values.filter(\.isBlocked).map(\.user)
        return HiddenUsers(blocked: Set(blocked), blocking: Set(blocking))
    }

    private func candidates(_ scope: UserQuery.Scope) -> [User.ID] {
        switch scope {
        case .everyone: Array(users.keys)
        case .followers(let user): Array(followers[user] ?? [])
        case .followed(let user): followed(by: user)
        case .likers(let post): Array((likes[post] ?? [:]).filter(\.value.value).keys)
        }
    }

    private func displayedUsername(of id: User.ID, _ record: UserRecord) -> String? {
        guard let claim = record.username else { return nil }
        let holder = (claims[claim.value] ?? [])
            .compactMap { user in
                (users[user]?.username?.stamp)
                    .map { UsernameClaim(by: user, at: $0, precedence: precedence(of: user)) }
            }
            .min()
        return claim.value.displayed(for: id, holder: holder?.user)
    }

    /// Returns the precedence of a user's claims to usernames.
    private func precedence(of user: User.ID) -> UsernameClaim.Precedence {
        if localUsers.contains(user) { return .local }
        let follows = localUsers.compactMap { following[$0]?[user] }
        return follows.filter(\.value).map(\.stamp).min().map { .followed(since: $0) } ?? .other
    }

    func followed(by user: User.ID) -> [User.ID] {
        (following[user] ?? [:]).filter(\.value.value).map(\.key)
    }

    // MARK: Posts

    func posts(_ ids: [Post.ID], for viewer: User.ID?) -> [PostView] {
        ids.compactMap { id in
            guard let record = posts[id], let author = user(record.post.author) else { return nil }
            return PostView(
                id: id,
                author: author,
                caption: record.caption.value,
                place: record.post.content.place,
                photos: record.post.content.photos,
                likeCount: record.likeCount,
                commentCount: record.commentCount,
                likedByViewer: viewer.map { likes[id]?[$0]?.value == true } ?? false
            )
        }
    }

    func localCounts(of post: Post.ID) -> (comments: Int, likes: Int) {
        let authors = (commentsByPost[post]?.ids ?? []).compactMap { comments[$0]?.author }
        let likers = (likes[post] ?? [:]).filter(\.value.value).keys
        return (authors.count(where: localUsers.contains), likers.count(where: localUsers.contains))
    }

    func postIDs(by author: User.ID, in range: PostRange) -> [Post.ID] {
        postsByAuthor[author]?.ids(in: range) ?? []
    }

    func postIDs(in range: PostRange) -> [Post.ID] { allPosts.ids(in: range) }

    func postIDs(endingWith text: String, limit: Int) -> [Post.ID] {
        Array(allPosts.ids.lazy.filter { $0.description.hasSuffix(text) }.prefix(max(0, limit)))
    }

    // MARK: Comments, likes, blobs

    func comment(_ id: Comment.ID) -> Comment? { comments[id] }

    func comments(on post: Post.ID, after: Comment.ID?, limit: Int) -> [CommentView] {
        let ids = (commentsByPost[post]?.ids ?? []).lazy
            .filter { id in after.map { id > $0 } ?? true }
        return ids.prefix(max(0, limit)).compactMap { view(of: $0, on: post) }
    }

    func newestComments(on post: Post.ID, limit: Int) -> [CommentView] {
        (commentsByPost[post]?.ids ?? []).suffix(max(0, limit))
            .compactMap { view(of: $0, on: post) }
    }

    private func view(of id: Comment.ID, on post: Post.ID) -> CommentView? {
        guard let comment = comments[id], let author = user(comment.author) else { return nil }
        return CommentView(id: id, post: post, author: author, text: comment.text)
    }

    func commentIDs(by author: User.ID, after: Comment.ID?, limit: Int) -> [Comment.ID] {
        guard users[author]?.isRemoved != true else { return [] }
        let ids = comments.values.filter { $0.author == author }.map(\.id).sorted()
        return Array(ids.filter { id in after.map { id > $0 } ?? true }.prefix(max(0, limit)))
    }

    func commentIDs(endingWith text: String, limit: Int) -> [Comment.ID] {
        Array(
            comments.keys.lazy.filter { $0.description.hasSuffix(text) }.sorted()
                .prefix(max(0, limit))
        )
    }

    func pendingBlobs(of author: User.ID) -> [BlobID] {
        (pending[.user(author)] ?? []).flatMap(\.referencedBlobs)
    }

    func isReferenced(_ blob: BlobID) -> Bool { references.contains(blob) }

    func postIDs(referencing blob: BlobID, limit: Int) -> [Post.ID] {
        let matches = posts.values.filter { post in
            post.post.content.photos.contains { $0.blobs.contains(blob) }
        }
        return Array(matches.map(\.post.id).sorted(by: >).prefix(max(0, limit)))
    }

    func isShown(_ blob: BlobID, by user: User.ID?) -> Bool {
        let isShown = { (id: User.ID) in (user ?? id) == id && users[id]?.isVisible == true }
        return users.contains { $1.avatar?.value?.blobs.contains(blob) == true && isShown($0) }
            || posts.values.contains { record in
                isShown(record.post.author)
                    && record.post.content.photos.contains { $0.blobs.contains(blob) }
            }
    }

    func access(
        to blob: BlobID,
        for viewer: User.ID?,
        where isIncluded: (User.ID) throws -> Bool
    ) rethrows -> PhotoAccess? {
        let shown =
            users.compactMap { id, record in record.avatar?.value.map { (user: id, photo: $0) } }
            + posts.values.flatMap { record in
                record.post.content.photos.map { (user: record.post.author, photo: $0) }
            }
        let accesses = shown.lazy.filter { users[$0.user]?.isVisible == true }
            .compactMap { user, photo in
                PhotoAccess(to: blob, of: photo, isOwn: user == viewer).map { (user, $0) }
            }
        if let own = accesses.first(where: { $0.1.isOwn }) { return own.1 }
        return try accesses.first { try isIncluded($0.0) }?.1
    }

    func referencedBlobs(after cursor: BlobID?, limit: Int) -> Page<BlobID, BlobID> {
        let rest = references.filter { blob in cursor.map { blob > $0 } ?? true }
        return Page(sorting: rest, limit: limit)
    }

    private var references: Set<BlobID> {
        let pending = pending.values.lazy.joined().flatMap(\.referencedBlobs)
        return Set(photos.lazy.flatMap(\.blobs)).union(pending)
    }

    /// The photos in all posts and avatars.
    private var photos: [Photo] {
        posts.values.flatMap(\.post.content.photos) + users.values.compactMap { $0.avatar?.value }
    }
}

extension User {
    /// The text that searches compare byte by byte.
    ///
    /// As a result, a letter also matches if it is followed by a separate combining mark.
    fileprivate var searchKey: String { UserQuery.searchKey(username, displayName) }
}
