/// The caches that all read transactions of a repository share.
struct ReaderCaches: Sendable {
    let followedUsers: FollowedUsersCache
    let postAuthors: PostAuthorsCache
    let users: UsersCache

    /// Creates empty caches; tests pass small ones.
    init(
        followedUsers: FollowedUsersCache = FollowedUsersCache(),
        postAuthors: PostAuthorsCache = PostAuthorsCache(),
        users: UsersCache = UsersCache()
    ) {
        self.followedUsers = followedUsers
        self.postAuthors = postAuthors
        self.users = users
    }
}
