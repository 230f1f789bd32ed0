import TimelineCore

/// The state of one batch: facts about the store before it, and writes that wait until its end.
///
/// It saves most of the statements that each change would need on its own. The facts are about
/// absence ("no post was ever deleted"), which is the common case and makes a look-up unnecessary.
///
/// A fact that the batch itself can end is a variable, and the code that ends it sets it: a
/// deletion in the batch sets `hasDeletedPosts`, so that a later addition of the same post checks
/// for the tombstone.
///
/// Valid for one write transaction: the write lock keeps the facts true until its commit.
final class BatchCache {
    /// The row IDs of users with a profile.
    ///
    /// A removal takes its user out; users without a profile are not in it, since they may get one.
    var users: [User.ID: Int64] = [:]
    /// Posts that this batch has added and not deleted.
    ///
    /// They exist, so nothing has to look them up, and they had no tags before.
    var addedPosts: Set<Post.ID> = []
    /// Whether the store has a tombstone of a user.
    var hasRemovedUsers: Bool
    /// Whether the store has a tombstone of a post.
    var hasDeletedPosts: Bool
    /// Whether the store has a tombstone of a comment.
    var hasDeletedComments: Bool
    /// Whether the store has pending changes.
    ///
    /// If not, a post that arrives releases no changes.
    var hasPendingChanges: Bool
    /// Whether a post or comment was ever moved to another ID.
    ///
    /// If not, every ID of the batch is the current one.
    let hasMovedIDs: Bool
    /// The arrival number of this batch's additions and deletions: the epoch of its commit.
    let arrival: Int
    /// The newest post before the batch; newer IDs cannot be taken.
    ///
    /// In a batch of new posts, the usual case, no post needs a look-up for a conflict.
    let newestPost: PushID
    /// The newest comment before the batch; newer IDs cannot be taken.
    let newestComment: PushID
    /// The texts that this batch has changed.
    var texts = TextChanges()
    /// The differences from the counts in the tables.
    ///
    /// Written by `writeCounts()`.
    private var counts: [Count: Int] = [:]

    /// A count in a row of `user` or `post`.
    ///
    /// Users are identified by their row IDs.
    enum Count: Hashable {
        /// `user.post_count`
        case posts(of: Int64)
        /// `user.follower_count`
        case followers(of: Int64)
        /// `user.following_count`
        case followed(by: Int64)
        /// `post.like_count`
        case likes(of: Post.ID)
        /// `post.comment_count`
        case comments(on: Post.ID)
    }

    /// Reads the facts.
    ///
    /// Each fact is the first row of a table or the end of an index, so the statement's cost does
    /// not depend on the size of the store.
    ///
    /// - Parameter tables: the tables of the write transaction, before its first write.
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
    ///
    /// In the order of their rows in `text_words`.
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
