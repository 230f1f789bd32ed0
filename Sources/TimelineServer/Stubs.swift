import TimelineCore
struct Relationship { let user: User.ID; var isFollowing = false, isFollowedBy = false, isMuting = false, isBlocking = false, isBlockedBy = false }
extension Guest {
    func storeCounts() async throws -> (users: Int, posts: Int) { (1, 1) }
    func publicPage(of: Feed, before: Post.ID?, limit: Int) async throws -> TimelinePage { throw TimelineError.notLoggedIn }
    func publicPage(of: Feed, above: Post.ID?, limit: Int) async throws -> TimelinePage { throw TimelineError.notLoggedIn }
    func publicPage(tagged: Tag, before: Post.ID?, limit: Int) async throws -> TimelinePage { throw TimelineError.notLoggedIn }
    func publicProfile(of: User.ID) async throws -> ProfileView { throw TimelineError.notLoggedIn }
    func publicUsers(matching: String?, limit: Int) async throws -> [User] { [] }
    func publicUsers(_: UserQuery) async throws -> [User] { [] }
    func publicComment(_ id: Comment.ID) async throws -> CommentView { throw TimelineError.commentNotFound("") }
    func publicPopularPosts(limit: Int) async throws -> [PostView] { [] }
}
extension UserSession {
    func relationships(with users: [User.ID]) async throws -> [Relationship] { users.map { Relationship(user: $0) } }
    func readMarker() async throws -> Post.ID? { nil }
    func markRead(upTo: Post.ID) async throws {}
    func markActivitySeen(upTo: ActivityCursor) async throws {}
    func page(of: Feed, above: Post.ID, limit: Int) async throws -> TimelinePage { throw TimelineError.notLoggedIn }
}
extension Principal {
    func posts(tagged: Tag, before: Post.ID?, after: Post.ID?, limit: Int) async throws -> TimelinePage { try await posts(tagged: tagged, before: before, limit: limit) }
    func posts(tagged: Tag, above: Post.ID, limit: Int) async throws -> TimelinePage { throw TimelineError.notLoggedIn }
}
