/// What the readers of a repository have learned and share.
struct ReaderCaches: Sendable {
    let followedUsers = FollowedUsersCache()
    let postAuthors = PostAuthorsCache()
    let users = UsersCache()
}
