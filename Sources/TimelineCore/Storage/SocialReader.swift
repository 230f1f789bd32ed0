/// Queries on one snapshot of the shared data.
///
/// The queries are grouped by subject into smaller protocols, which a repository can implement one
/// by one. ``postPage(_:newestComments:for:)`` and ``profilePage(of:before:limit:for:)`` combine
/// them to complete pages.
///
/// Queries never return deleted accounts, deleted posts, or records without an effect. Lists of
/// users are ordered by displayed username. If the limit is 0 or negative, a query returns an empty
/// list.
///
/// ```swift
/// let captions = try repository.read { reader in
///     let ids = try reader.postIDs(.all, in: PostRange(limit: 10))
///     return try reader.posts(ids, for: nil).map(\.caption)
/// }
/// ```
///
/// - Note: Every query throws ``TimelineError/storageFailed(_:)`` if reading fails.
public protocol SocialReader: StampReader, UserReader, PostReader, TimelineReader, CommentReader,
    BlobReferenceReader, SearchReader, ActivityReader, RecordReader
{}

extension SocialReader {
    /// Returns a post with its comments.
    ///
    /// - Parameters:
    ///   - id: The ID of the post.
    ///   - limit: The maximum number of comments, or `nil` for all. The newest comments are
    ///     returned.
    ///   - viewer: The viewer of the post, or `nil` for a guest.
    /// - Returns: The post page, or `nil` if the post does not exist.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func postPage(
        _ id: Post.ID,
        newestComments limit: Int?,
        for viewer: User.ID?
    ) throws -> PostPage? {
        guard let post = try post(id, for: viewer) else { return nil }
        let comments =
            try limit.map { try newestComments(on: post.id, limit: $0) }
            ?? comments(on: post.id, after: nil, limit: .max)
        return PostPage(post: post, comments: comments)
    }

    /// Returns a user's profile with one page of the user's posts, newest first.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - cursor: The post after which the page starts, or `nil` for the newest page.
    ///   - limit: The maximum number of posts.
    ///   - viewer: The viewer of the profile, or `nil` for a guest.
    /// - Returns: The profile page, or `nil` if the user does not exist.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func profilePage(
        of user: User.ID,
        before cursor: Post.ID? = nil,
        limit: Int,
        for viewer: User.ID?
    ) throws -> ProfilePage? {
        guard let profile = try profile(of: user, for: viewer) else { return nil }
        let range = PostRange(before: cursor ?? Post.ID(.max), limit: limit)
        let posts = try page(postIDs(.by(user), in: range), limit: limit, for: viewer)
            .positioned(after: cursor, at: epoch())
        return ProfilePage(profile: profile, posts: posts)
    }

    /// Returns a page with the given posts.
    ///
    /// A full page has a cursor for the next one.
    func page(_ ids: [Post.ID], limit: Int, for viewer: User.ID?) throws -> TimelinePage {
        TimelinePage(try posts(ids, for: viewer), next: ids.count == limit ? ids.last : nil)
    }
}

extension SocialReader {
    /// Returns the user with the given ID, or throws ``TimelineError/userNotFound(_:)``.
    func requireUser(_ id: User.ID) throws -> User {
        guard let user = try user(id) else { throw TimelineError.userNotFound(id.description) }
        return user
    }

    /// Returns a user's profile as `viewer` sees it, or throws ``TimelineError/userNotFound(_:)``.
    func requireProfile(of id: User.ID, for viewer: User.ID?) throws -> ProfileView {
        guard let profile = try profile(of: id, for: viewer) else {
            throw TimelineError.userNotFound(id.description)
        }
        return profile
    }

    /// Throws ``TimelineError/usernameTaken(_:)`` if a user other than `user` holds the username.
    func requireAvailable(_ username: Username, for user: User.ID) throws {
        guard let holder = try self.user(withUsername: username.text), holder.id != user else {
            return
        }
        throw TimelineError.usernameTaken(username.text)
    }
}

extension SocialReader {
    /// Returns this snapshot as a viewer sees it: without the users that a block hides.
    ///
    /// For a viewer without blocks, this is the snapshot itself.
    package func visible(to viewer: User.ID?) throws -> any SocialReader {
        guard let viewer else { return self }
        let hidden = try hiddenUsers(from: viewer)
        return hidden.isEmpty ? self : BlockFilteredReader(self, viewer: viewer, hidden: hidden)
    }

    /// Checks that there is no block between the author of an action and the users it concerns.
    ///
    /// An action concerns the author of the post that it likes or comments on, the user that it
    /// follows, and the users that its text mentions. Actions that take something back are always
    /// permitted.
    func requireUnblocked(_ action: Intent, by author: User.ID) throws {
        let hidden = try hiddenUsers(from: author)
        guard !hidden.isEmpty else { return }
        for user in try usersConcerned(by: action) where hidden.contains(user) {
            let name = try self.user(user)?.username ?? user.description
            throw hidden.blocked.contains(user)
                ? TimelineError.userBlocked(name) : TimelineError.blockedByUser(name)
        }
    }

    private func usersConcerned(by action: Intent) throws -> [User.ID] {
        switch action {
        case .liked(let post): try author(of: post)
        case .commentAdded(let post, let text): try author(of: post) + users(mentionedIn: text)
        case .followed(let user): [user]
        case .postAdded(let content): try users(mentionedIn: content.caption)
        case .postEdited(let post, let edit):
            try users(
                mentionedIn: edit.caption ?? "",
                exceptIn: try self.post(post, for: nil)?.caption ?? ""
            )
        case .profileUpdated, .postDeleted, .commentDeleted, .unliked, .unfollowed: []
        }
    }

    private func author(of post: Post.ID) throws -> [User.ID] {
        try [self.post(post, for: nil)?.author.id].compactMap(\.self)
    }

    private func users(mentionedIn text: String, exceptIn former: String = "") throws -> [User.ID] {
        let known = TextEntities(in: former).mentions
        return try TextEntities(in: text).mentions.filter { !known.contains($0) }
            .compactMap { try user(withUsername: $0)?.id }
    }
}
