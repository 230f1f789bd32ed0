import Foundation

/// The answers, read from the view.
extension SocialState: SocialReader {
    func epoch() -> Int { commitCount }

    func newestStamp(of author: User.ID?) -> PushID {
        guard let author else { return newestStamps.values.max() ?? .min }
        return newestStamps[author] ?? .min
    }

    // MARK: Users

    func user(_ id: User.ID) -> User? { view.users[id]?.user }

    func exists(_ user: User.ID) -> Bool { view.users[user] != nil }

    func user(withUsername username: String) -> User? {
        view.userIDs[Username.normalized(username)].flatMap { user($0) }
    }

    func profile(of id: User.ID, for viewer: User.ID?) -> ProfileView? {
        let view = view
        guard let shown = view.users[id] else { return nil }
        return ProfileView(
            user: shown.user,
            joinedAt: Date(millisecondsSince1970: shown.introduction.milliseconds),
            postCount: view.postIDsByAuthor[id]?.count ?? 0,
            followerCount: view.followers[id]?.count ?? 0,
            followingCount: view.followed[id]?.count ?? 0,
            followedByViewer: viewer.map { view.followed[$0]?[id] != nil } ?? false,
            followsViewer: viewer.map { view.followers[$0]?[id] != nil } ?? false,
            blockedByViewer: false,
            blocksViewer: false
        )
    }

    func summary(of user: User.ID) -> UserSummary? {
        let view = view
        guard view.users[user] != nil else { return nil }
        let own = view.posts.values.filter { $0.author == user }
        let photos = own.flatMap(\.content.photos)
        return UserSummary(
            postCount: own.count,
            photoCount: photos.count,
            photoByteCount: photos.map { $0.byteCount + ($0.preview?.byteCount ?? 0) }
                .reduce(0, +),
            commentCount: view.comments.values.count { $0.comment.author == user },
            likeCount: view.likes.values.count { $0[user] != nil }
        )
    }

    func users(_ query: UserQuery) -> [User] {
        let searchText = query.searchText
        func precedes(_ username: String, _ other: String) -> Bool {
            let isFirst = UserQuery.isPrefixMatch(username, for: searchText)
            let isOtherFirst = UserQuery.isPrefixMatch(other, for: searchText)
            return isFirst == isOtherFirst ? username < other : isFirst
        }
        let matches = users(in: query.scope)
            .filter { user in
                query.after.map { precedes($0, user.username) } ?? true
                    && searchText.map { user.searchKey.utf8.contains($0.utf8) } ?? true
            }
        return Array(matches.sorted { precedes($0.username, $1.username) }.prefix(query.limit))
    }

    private func users(in scope: UserQuery.Scope) -> [User] {
        let view = view
        let ids =
            switch scope {
            case .everyone: Array(view.users.keys)
            case .followers(let user): Array((view.followers[user] ?? [:]).keys)
            case .followed(let user): Array((view.followed[user] ?? [:]).keys)
            case .likers(let post): Array((view.likes[post] ?? [:]).keys)
            }
        return ids.compactMap { view.users[$0]?.user }
    }

    func hiddenUsers(from viewer: User.ID) -> HiddenUsers {
        let blocking = facts.blocked.filter { $0.value.contains(viewer) }.keys
        return HiddenUsers(blocked: facts.blocked[viewer] ?? [], blocking: Set(blocking))
    }

    // MARK: Posts

    func posts(_ ids: [Post.ID], for viewer: User.ID?) -> [PostView] {
        let view = view
        return ids.compactMap { id in
            guard let post = view.posts[id], let author = view.users[post.author]?.user else {
                return nil
            }
            let likes = view.likes[id] ?? [:]
            return PostView(
                id: id,
                author: author,
                caption: post.content.caption,
                place: post.content.place,
                photos: post.content.photos,
                likeCount: likes.count,
                commentCount: view.commentIDsByPost[id]?.count ?? 0,
                likedByViewer: viewer.map { likes[$0] != nil } ?? false,
                editedAt: post.editedAt
            )
        }
    }

    func localCounts(of post: Post.ID) -> (comments: Int, likes: Int) {
        let view = view
        let authors = (view.commentIDsByPost[post] ?? [])
            .compactMap { view.comments[$0]?.comment.author }
        let likers = (view.likes[post] ?? [:]).keys
        return (
            authors.count(where: facts.localUsers.contains),
            likers.count(where: facts.localUsers.contains)
        )
    }

    func postIDs(_ selection: PostSelection, in range: PostRange) -> [Post.ID] {
        let view = view
        switch selection {
        case .all: return view.postIDs.newest(in: range)
        case .by(let author): return (view.postIDsByAuthor[author] ?? []).newest(in: range)
        case .tagged(let tag): return view.postIDs.newest(in: range) { tags(of: $0).contains(tag) }
        case .near(let vicinity):
            return view.postIDs.newest(in: range) { id in
                view.posts[id]?.content.place?.coordinate.map(vicinity.contains) == true
            }
        case .placeNumber(let number):
            return view.postIDs.newest(in: range) { id in
                view.posts[id]?.content.place?.id.number == number
            }
        case .showing(let blob):
            return view.postIDs.newest(in: range) { id in
                view.posts[id]?.content.photos.contains { $0.blobs.contains(blob) } == true
            }
        }
    }

    func likes(
        by user: User.ID,
        beyond stamp: PushID,
        ascending isAscending: Bool,
        limit: Int
    ) -> [(post: Post.ID, stamp: PushID)] {
        view.likes
            .compactMap { post, likes in likes[user].map { (post: post, stamp: $0.stamp) } }
            .filter { isAscending ? $0.stamp > stamp : $0.stamp < stamp }
            .sorted { left, right in
                let (first, second) = isAscending ? (left, right) : (right, left)
                return (first.stamp, first.post) < (second.stamp, second.post)
            }
            .prefix(max(0, limit)).map(\.self)
    }

    func pushIDs(of kind: ItemKind, endingWith text: String, limit: Int) -> [PushID] {
        let ids =
            switch kind {
            case .post: view.postIDs.map(\.pushID)
            case .comment: view.comments.keys.map(\.pushID).sorted()
            }
        return Array(ids.filter { $0.description.hasSuffix(text) }.prefix(max(0, limit)))
    }

    func popularPostIDs(at now: Date, since: Post.ID, limit: Int) -> [Post.ID] {
        let view = view
        let scores = view.postIDs.filter { $0 >= since }
            .map { id in
                let popularity = Popularity(
                    likes: view.likes[id]?.count ?? 0,
                    comments: view.commentIDsByPost[id]?.count ?? 0,
                    age: now.timeIntervalSince(id.date)
                )
                return (score: popularity.score, id: id)
            }
        return Array(scores.filter { $0.score > 0 }.sorted(by: >).map(\.id).prefix(max(0, limit)))
    }

    // MARK: Timelines

    func homeShardCount(of _: User.ID, in _: PostRange, maximum _: Int) -> Int { 1 }

    func homeTimelineShard(
        _ shard: TimelineShard,
        of viewer: User.ID,
        in range: PostRange
    ) -> [Post.ID] {
        let view = view
        let newest = authors(of: viewer, in: shard)
            .flatMap { (view.postIDsByAuthor[$0] ?? []).newest(in: range) }
        return Array(newest.sorted(by: >).prefix(range.limit))
    }

    func homePostCount(of viewer: User.ID) -> Int {
        let view = view
        return authors(of: viewer, in: .whole).map { view.postIDsByAuthor[$0]?.count ?? 0 }
            .reduce(0, +)
    }

    func newPostIDs(
        in feed: Feed,
        of viewer: User.ID?,
        since position: ReadPosition,
        in range: PostRange
    ) -> [Post.ID] {
        let all = PostRange(before: range.before, after: range.after, limit: .max)
        let ids =
            switch feed {
            case .home: viewer.map { homeTimelineShard(.whole, of: $0, in: all) } ?? []
            case .user(let author): postIDs(.by(author), in: all)
            case .everyone: postIDs(.all, in: all)
            }
        let view = view
        func isNew(_ id: Post.ID) -> Bool {
            let arrival = view.posts[id]?.arrival
            return position.isNew(id, arrival: arrival?.notifies == true ? arrival?.epoch : nil)
        }
        return Array(ids.filter(isNew).prefix(range.limit))
    }

    private func authors(of viewer: User.ID, in shard: TimelineShard) -> [User.ID] {
        let view = view
        guard view.users[viewer] != nil else { return [] }
        let muted = facts.muted[viewer] ?? []
        let followed = (view.followed[viewer] ?? [:]).keys.filter { !muted.contains($0) }
        guard shard.count > 1 else { return followed + [viewer] }
        // The shard of an author must be the same in every snapshot.
        let part = followed.filter { Int($0.uuid.uuid.15) % shard.count == shard.index }
        return shard.index == 0 ? part + [viewer] : part
    }

    // MARK: Comments

    func comment(_ id: Comment.ID) -> Comment? { view.comments[id]?.comment }

    func comments(on post: Post.ID, after: Comment.ID?, limit: Int) -> [CommentView] {
        let ids = (view.commentIDsByPost[post] ?? []).filter { id in after.map { id > $0 } ?? true }
        return views(of: ids.prefix(max(0, limit)))
    }

    func commentIDs(by author: User.ID, in range: PostRange) -> [Comment.ID] {
        (view.commentIDsByAuthor[author] ?? []).newest(in: range)
    }

    func newestComments(onEach posts: [Post.ID], limit: Int) -> [Post.ID: [CommentView]] {
        let view = view
        return posts.reduce(into: [:]) { answer, post in
            let comments = views(of: (view.commentIDsByPost[post] ?? []).suffix(max(0, limit)))
            answer[post] = comments.isEmpty ? nil : comments
        }
    }

    private func views(of ids: ArraySlice<Comment.ID>) -> [CommentView] {
        let view = view
        return ids.compactMap { id in
            guard let comment = view.comments[id]?.comment,
                let author = view.users[comment.author]?.user
            else { return nil }
            return CommentView(id: id, post: comment.post, author: author, text: comment.text)
        }
    }
}

extension User {
    /// The text that searches compare byte by byte.
    ///
    /// As a result, a letter also matches if it is followed by a separate combining mark.
    fileprivate var searchKey: String { UserQuery.searchKey(username, displayName) }
}

extension Array {
    /// Returns the IDs of an ascending list in a range that satisfy a predicate, newest first.
    func newest<Subject>(
        in range: PostRange,
        where isIncluded: (Element) -> Bool = { _ in true }
    ) -> [Element] where Element == PushIdentifier<Subject> {
        let (before, after) = (range.before.pushID, range.lowerBound.pushID)
        var newest: [Element] = []
        for id in self[..<partitioningIndex { $0.pushID >= before }].reversed() {
            guard newest.count < range.limit, id.pushID > after else { break }
            if isIncluded(id) { newest.append(id) }
        }
        return newest
    }
}
