import TimelineCore

/// The state of one batch: facts about the store before it, and writes that wait until its end.
///
/// It saves most of the statements that each change would need on its own. The facts are about
/// absence ("no post was ever deleted"), which is the common case and makes a look-up unnecessary.
final class BatchCache {
    /// The row IDs of users with a profile.
    var users: [User.ID: Int64] = [:]
    /// Posts that this batch has added and not deleted.
    var addedPosts: Set<Post.ID> = []
    /// Whether the store has a tombstone of a user.
    var hasRemovedUsers: Bool
    /// Whether the store has a tombstone of a post.
    var hasDeletedPosts: Bool
    /// Whether the store has a tombstone of a comment.
    var hasDeletedComments: Bool
    /// Whether the store has pending changes.
    var hasPendingChanges: Bool
    /// Whether a post or comment was ever moved to another ID.
    let hasMovedIDs: Bool
    /// The arrival number of this batch's additions and deletions: the epoch of its commit.
    let arrival: Int
    /// The newest post before the batch; newer IDs cannot be taken.
    let newestPost: PushID
    /// The newest comment before the batch; newer IDs cannot be taken.
    let newestComment: PushID
    /// The texts that this batch has changed.
    var texts = TextChanges()
    /// The differences from the counts in the tables.
    private var counts: [Count: Int] = [:]

    /// A count in a row of `user` or `post`.
    enum Count: Hashable {
        case posts(of: Int64)
        case followers(of: Int64)
        case followed(by: Int64)
        case likes(of: Post.ID)
        case comments(on: Post.ID)
    }

    /// Reads the facts.
    ///
    /// - Throws: `DatabaseError`.
    init(_ tables: SharedTables) throws {
        // One statement: each costs a batch of a single post some microseconds.
        let facts =
            try tables.statement(
                """
                SELECT EXISTS (SELECT 1 FROM user WHERE is_removed), EXISTS (SELECT 1 FROM deleted_post),
                    EXISTS (SELECT 1 FROM deleted_comment), EXISTS (SELECT 1 FROM waiting_change),
                    EXISTS (SELECT 1 FROM moved_id), (SELECT max(id) FROM post),
                    (SELECT max(id) FROM comment), (SELECT epoch FROM clock)
                """
            )
            .first { row in ((0..<5).map(row.bool), (5..<7).map(row.pushID), row.int(7)) }
        let (exists, newest, epoch) = facts ?? ([true, true, true, true, true], [.max, .max], 0)
        hasRemovedUsers = exists[0]
        hasDeletedPosts = exists[1]
        hasDeletedComments = exists[2]
        hasPendingChanges = exists[3]
        hasMovedIDs = exists[4]
        newestPost = newest[0]
        newestComment = newest[1]
        arrival = epoch + 1
    }

    /// Changes a count by a positive or negative step.
    func add(_ step: Int, to count: Count) { counts[count, default: 0] += step }

    /// Returns the changed texts and starts a new list.
    func takeTexts() -> [TextChanges.Entry] {
        defer { texts = TextChanges() }
        return texts.entries
    }

    /// Returns the differences of counts and starts from zero.
    func takeCounts() -> [Count: Int] {
        defer { counts = [:] }
        return counts
    }

    /// The row ID in `text_words` of the newest text before the batch; larger ones are new.
    func newestTextRowID(ofComments isComment: Bool) -> Int64 {
        TextID(isComment ? newestComment : newestPost, isComment: isComment).rowID
    }
}
