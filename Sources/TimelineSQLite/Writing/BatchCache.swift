import TimelineCore

/// What one batch of changes has learned of the tables and has yet to write: it saves most of the statements
/// that each change would need on its own.
final class BatchCache {
    /// The rows of users who are there.
    var users: [User.ID: Int64] = [:]
    /// Posts that this batch added and has not deleted.
    var addedPosts: Set<Post.ID> = []
    /// Whether any user was ever removed.
    var hasRemovedUsers: Bool
    /// Whether any post was ever deleted.
    var hasDeletedPosts: Bool
    /// Whether any comment was ever deleted.
    var hasDeletedComments: Bool
    /// Whether any change waits.
    var hasWaitingChanges: Bool
    /// Whether any post or comment was moved to another ID.
    let hasMovedIDs: Bool
    /// Whether a post was added that is older than something that was there.
    var hasLatePosts = false
    /// Whether a post was deleted that was there.
    var hasDeletions = false
    /// The newest stamp before the batch.
    let newestStamp: PushID
    /// The newest post and the newest comment before the batch: what is newer cannot be there.
    let newestPost: PushID
    let newestComment: PushID
    /// The texts that the batch has changed.
    var texts = TextChanges()
    /// By how much counts differ from those in the tables.
    private(set) var counts: [Count: Int] = [:]

    /// A count that is kept in a row.
    enum Count: Hashable {
        case posts(of: Int64)
        case followers(of: Int64)
        case followed(by: Int64)
        case likes(of: Post.ID)
        case comments(on: Post.ID)
    }

    init(_ tables: SQLiteSocial) throws {
        let state = try HotStatement(Self.stateSQL, in: tables.database)
            .first { row in
                (
                    flags: (0..<4).map { row.int($0) != 0 },
                    newest: (4..<7).map { row.isNull($0) ? PushID.min : row.pushID($0) },
                    hasMovedIDs: row.int(7) != 0
                )
            }
        let flags = state?.flags ?? [true, true, true, true]
        let newest = state?.newest ?? [.max, .max, .max]
        hasMovedIDs = state?.hasMovedIDs ?? true
        (hasRemovedUsers, hasDeletedPosts) = (flags[0], flags[1])
        (hasDeletedComments, hasWaitingChanges) = (flags[2], flags[3])
        (newestStamp, newestPost, newestComment) = (newest[0], newest[1], newest[2])
    }

    /// One statement, since each costs a single post some microseconds.
    private static let stateSQL = """
        SELECT EXISTS (SELECT 1 FROM user WHERE is_removed), EXISTS (SELECT 1 FROM deleted_post),
            EXISTS (SELECT 1 FROM deleted_comment), EXISTS (SELECT 1 FROM waiting_change),
            (SELECT newest FROM clock), (SELECT max(id) FROM post), (SELECT max(id) FROM comment),
            EXISTS (SELECT 1 FROM moved_id)
        """

    func add(_ step: Int, to count: Count) {
        counts[count, default: 0] += step
    }

    /// Hands over the texts that were changed.
    func takeTexts() -> [TextChanges.Entry] {
        defer { texts = TextChanges() }
        return texts.entries
    }

    /// The row of words of the newest text before the batch: those above are new.
    func newestRow(ofComments isComment: Bool) -> Int64 {
        TextID(isComment ? newestComment : newestPost, isComment: isComment).row
    }

    /// Hands over what is to be added to the counts in the tables.
    func takeCounts() -> [Count: Int] {
        defer { counts = [:] }
        return counts
    }
}

extension SQLiteSocial {
    /// Writes the counts that the batch has added up.
    func writeCounts() throws {
        for (count, step) in batch?.takeCounts() ?? [:] where step != 0 || count.isOfFollowed {
            let statement = try HotStatement(count.update, in: database)
            statement.bind(step, at: 1)
            switch count {
            case .posts(let user), .followers(let user), .followed(let user):
                statement.bind(user, at: 2)
            case .likes(let post), .comments(let post):
                statement.bind(post.pushID, at: 2)
            }
            try statement.run()
        }
    }

    func add(_ step: Int, to count: BatchCache.Count) { batch?.add(step, to: count) }
}

extension BatchCache.Count {
    /// Another user may be followed though the number is the same.
    fileprivate var isOfFollowed: Bool {
        if case .followed = self { true } else { false }
    }

    fileprivate var update: String {
        switch self {
        case .posts: "UPDATE user SET post_count = post_count + ? WHERE id = ?"
        case .followers: "UPDATE user SET follower_count = follower_count + ? WHERE id = ?"
        case .followed:
            """
            UPDATE user SET following_count = following_count + ?,
                following_version = following_version + 1 WHERE id = ?
            """
        case .likes: "UPDATE post SET like_count = like_count + ? WHERE id = ?"
        case .comments: "UPDATE post SET comment_count = comment_count + ? WHERE id = ?"
        }
    }
}
