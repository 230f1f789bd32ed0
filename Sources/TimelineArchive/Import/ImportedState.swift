import TimelineCore

/// The results of imported changes in one snapshot of a store.
///
/// The likes of a post and the users that a user follows are read once.
struct ImportedState {
    private let reader: any SocialReader
    private var likers: [Post.ID: Set<User.ID>] = [:]
    private var followed: [User.ID: Set<User.ID>] = [:]

    init(_ reader: any SocialReader) {
        self.reader = reader
    }

    /// Returns whether the store contains the result of a change.
    ///
    /// A profile counts as contained if its user exists, because users keep their current
    /// profiles.
    ///
    /// - Throws: `TimelineError.storageFailed`.
    mutating func contains(_ change: Change) throws -> Bool {
        let author = change.author
        switch change.action {
        case .profileUpdated: return try reader.user(author) != nil
        case .postAdded: return try reader.post(Post.ID(change.stamp), for: nil) != nil
        case .commentAdded: return try reader.comment(Comment.ID(change.stamp)) != nil
        case .liked(let post): return try likers(of: post).contains(author)
        case .followed(let user): return try users(followedBy: author).contains(user)
        default: return false
        }
    }

    private mutating func likers(of post: Post.ID) throws -> Set<User.ID> {
        if let known = likers[post] { return known }
        let users = Set(try reader.likers(of: post, limit: .max).map(\.id))
        likers[post] = users
        return users
    }

    private mutating func users(followedBy user: User.ID) throws -> Set<User.ID> {
        if let known = followed[user] { return known }
        let query = UserQuery(.followed(by: user), limit: .max)
        let users = Set(try reader.users(query).map(\.id))
        followed[user] = users
        return users
    }
}
