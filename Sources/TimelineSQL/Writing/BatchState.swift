import TimelineCore

/// The state of one batch: facts about the store before the batch, and writes that are deferred to
/// its end.
///
/// This state saves most of the statements that each change would otherwise require. Most facts
/// state that something is absent, for example that the store has no deleted posts. In this common
/// case, a change needs no lookup.
///
/// A fact that the batch itself can change is a variable. For example, a deletion in the batch sets
/// `hasDeletedPosts`, so that a later addition of the same post checks for the tombstone.
///
/// A cache is valid for a single write transaction, because the write lock ensures that the facts
/// remain true until the commit.
final class BatchState {
    /// The rows of users with a username.
    ///
    /// Removing a user also removes them from this dictionary. Users without a username are not
    /// included, because they may still receive one.
    var users: [User.ID: UserRow] = [:]
    /// The posts that this batch has added and not deleted.
    ///
    /// These posts exist, so they need no lookup, and they had no tags before the batch.
    var addedPosts: Set<Post.ID> = []
    /// Whether users that follow others have an account, by row ID.
    var localUsers: [Int64: Bool] = [:]
    /// Whether the store contains a tombstone of a user.
    var hasDeletedAccounts: Bool
    /// Whether the store contains a tombstone of a post.
    var hasDeletedPosts: Bool
    /// Whether the store contains records that wait for a user or a post.
    ///
    /// If it does not, the arrival of a post needs no lookup.
    var hasWaitingRecords: Bool
    /// Whether the store contains damaged records that have been set aside.
    var hasDamagedRecords: Bool
    /// Whether an intact copy in the batch has taken the place of a damaged record, whose arrival it
    /// keeps: caches, which look for later arrivals, would not notice it.
    var hasRestoredDamagedRecords = false
    /// Whether the batch has changed the live records.
    var hasChangedRecords = false
    /// The states of the signing keys that the batch has needed.
    var signingKeys: [SigningKeyID: SigningKeyState] = [:]
    /// The revocations of the device keys that the batch has needed.
    var revocations: [SigningKeyID: KeyRevocations] = [:]
    /// The device keys whose revocations the batch has changed, until they are applied.
    var changedRevocations: Set<SigningKeyID> = []
    /// The arrival number of this batch's additions and deletions, which is the epoch of its
    /// commit.
    let arrival: Int
    /// The records that set registers before the batch and have been removed.
    var formerRecords: [RecordRegister: StoredRecord] = [:]
    /// The row ID of the first record that this batch has added.
    var firstRecordRow: Int64?
    /// The row ID of the next record that this batch adds, or `nil` before the first one.
    var nextRecordRow: Int64?
    /// The ID of the newest post before the batch.
    ///
    /// All higher IDs are unused.
    let newestPost: PushID
    /// The ID of the newest comment before the batch.
    ///
    /// All higher IDs are unused.
    let newestComment: PushID
    /// The texts that this batch has changed.
    var texts = TextChanges()
    /// The differences from the counts in the tables, which `writeCounts()` writes.
    private var counts: [Count: Int] = [:]

    /// A user with a username.
    struct UserRow {
        let id: Int64
        /// The epoch of the commit that brought the username.
        let arrival: Int
    }

    /// The state of a signing key.
    struct SigningKeyState {
        /// Whether a record adds the key.
        var isAdded: Bool
        /// The lowest stamp with which records end the key, or `nil` if none does.
        var last: PushID?
    }

    /// A count in a row of `user` or `post`.
    ///
    /// Users are identified by their row IDs.
    enum Count: Hashable {
        /// The count in `user.post_count`.
        case posts(of: Int64)
        /// The count in `user.follower_count`.
        case followers(of: Int64)
        /// The count in `user.following_count`.
        case followed(by: Int64)
        /// The count in `post.like_count`.
        case likes(of: Post.ID)
        /// The count in `post.comment_count`.
        case comments(on: Post.ID)
    }

    /// Reads the facts about the store.
    ///
    /// Each fact requires only the first row of a table or the end of an index, so the cost does
    /// not depend on the size of the store.
    ///
    /// - Parameter tables: The tables of the write transaction, before its first write.
    /// - Throws: A database error.
    init(_ tables: SharedTables) throws {
        // Use one statement, because each further statement would add some microseconds to every
        // batch.
        let facts =
            try tables.statement(
                """
                SELECT EXISTS (SELECT 1 FROM user WHERE is_deleted), EXISTS (SELECT 1 FROM deleted_post),
                    EXISTS (SELECT 1 FROM waiting_record), \(Self.newest("post", in: tables)),
                    \(Self.newest("comment", in: tables)), \(tables.arrivalSQL),
                    EXISTS (SELECT 1 FROM damaged_record)
                """
            )
            .first { row in
                ([0, 1, 2, 6].map(row.bool), (3..<5).map(row.pushID), row.int(5))
            }
        let (exists, newest, arrival) = facts ?? ([true, true, true, true], [.max, .max], 1)
        hasDeletedAccounts = exists[0]
        hasDeletedPosts = exists[1]
        hasWaitingRecords = exists[2]
        hasDamagedRecords = exists[3]
        newestPost = newest[0]
        newestComment = newest[1]
        self.arrival = arrival
    }

    /// An SQL expression for the newest ID in a table, which only SQLite's index of words needs.
    ///
    /// In PostgreSQL, reading the end of an index would conflict with all transactions that add to it.
    private static func newest(_ table: String, in tables: SharedTables) -> String {
        tables.connection.dialect == .sqlite ? "(SELECT max(id) FROM \(table))" : "NULL"
    }

    /// Returns the row ID of the first record that a commit adds, given its arrival number.
    ///
    /// The row IDs of records are in the order of their arrival, so those that arrived after an
    /// epoch need no index of their own.
    static func firstRecordRow(ofArrival arrival: Int) -> Int64 { Int64(arrival) << 20 }

    /// Changes a count by a positive or negative step.
    func add(_ step: Int, to count: Count) { counts[count, default: 0] += step }

    /// Returns the changed texts, in the order of their rows in `text_words`, and clears the list.
    func takeTexts() -> [TextChanges.Entry] {
        defer { texts = TextChanges() }
        return texts.entries
    }

    /// Returns the differences in counts and resets them to zero.
    func takeCounts() -> [Count: Int] {
        defer { counts = [:] }
        return counts
    }

    /// Returns the row ID in `text_words` of the newest text before the batch.
    ///
    /// All rows above it are new.
    func newestTextRowID(ofComments isComment: Bool) -> Int64 {
        TextID(isComment ? newestComment : newestPost, isComment: isComment).rowID
    }
}

/// A key of one user, which signs records.
///
/// A user's root key and device keys are distinct even if they have the same key ID.
struct SigningKeyID: Hashable {
    let user: User.ID
    let key: KeyID
    let isRoot: Bool
}

extension SigningKeyID {
    /// Returns the key that signed a record.
    init(signing record: VerifiedRecord) {
        self.init(user: record.author, key: record.key, isRoot: record.content.isSignedByRoot)
    }
}

extension WriteTransaction {
    /// Queues a change to a count, which ``writeCounts()`` writes at the end of the batch.
    ///
    /// - Parameters:
    ///   - step: The difference: 1 for an addition, -1 for a deletion, or 0 for no change.
    ///   - count: The count to change.
    func add(_ step: Int, to count: BatchState.Count) { batch.add(step, to: count) }

    /// Writes the differences in counts that the batch has accumulated.
    ///
    /// During a bulk load, an author's count is therefore written once per batch rather than once
    /// per post. If the batch has deleted a row, its count no longer exists, and the difference is
    /// ignored. The schema rejects negative counts, and thereby the whole batch.
    func writeCounts() throws {
        // All transactions lock rows in the same order.
        let counts = batch.takeCounts().sorted { $0.key.position < $1.key.position }
            .filter { $0.value != 0 }.map { ($0.key, $0.value) }
        guard !connection.countsInParts else { return try tables.addParts(of: counts) }
        for (count, step) in counts {
            try statement(count.update).run(step, count.key)
        }
    }
}

extension BatchState.Count {
    /// The position in the order in which counts are written: users, and then posts.
    fileprivate var position: (Int64, PushID) {
        switch self {
        case .posts(let rowID), .followers(let rowID), .followed(let rowID): (rowID, .min)
        case .likes(let post), .comments(let post): (.max, post.pushID)
        }
    }

    /// The key of the row: the row ID of a user, or the ID of a post.
    fileprivate var key: any StatementArgument {
        switch self {
        case .posts(let rowID), .followers(let rowID), .followed(let rowID): rowID
        case .likes(let post), .comments(let post): post
        }
    }

    /// The statement that adds a difference to the stored count.
    fileprivate var update: String {
        switch self {
        case .posts: "UPDATE user SET post_count = post_count + ? WHERE id = ?"
        case .followers: "UPDATE user SET follower_count = follower_count + ? WHERE id = ?"
        case .followed: "UPDATE user SET following_count = following_count + ? WHERE id = ?"
        case .likes: "UPDATE post SET like_count = like_count + ? WHERE id = ?"
        case .comments: "UPDATE post SET comment_count = comment_count + ? WHERE id = ?"
        }
    }
}
