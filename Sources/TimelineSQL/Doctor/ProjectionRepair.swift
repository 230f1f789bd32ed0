import Foundation
import TimelineCore

/// A repair of the derived tables that an audit found to be wrong.
///
/// Other processes may write between two transactions. The lists of the audit only say where to look:
/// each transaction derives rows from the records, and adds to counts the difference that was found.
/// A row that was missing gets its counts in the transaction that adds it, because they must not
/// become negative.
struct ProjectionRepair {
    private let store: any SQLStore
    private let scratch: any SQLConnection
    private let hasWrongColumns: Bool
    private let betweenSteps: () throws -> Void

    /// The time after which a transaction repairs no further row, so that others can write.
    private static let duration = Duration.milliseconds(20)
    /// The number of wrong rows that are read at once.
    private static let chunkSize: Int64 = 500

    /// Creates a repair.
    ///
    /// - Parameters:
    ///   - store: The store that was audited.
    ///   - audit: The audit.
    ///   - betweenSteps: A closure that is called after each transaction.
    init(
        of store: any SQLStore,
        _ audit: ProjectionAudit,
        betweenSteps: @escaping () throws -> Void
    ) {
        self.store = store
        scratch = audit.scratch
        hasWrongColumns = audit.hasWrongColumns
        self.betweenSteps = betweenSteps
    }

    /// Repairs everything.
    ///
    /// - Throws: Any error thrown by the closure between steps, or `TimelineError`.
    func run() throws {
        try createIndexesAgain()
        try repairIndex("user_search", repairNames)
        try repairClock()
        try repairRecords()
        guard !hasWrongColumns else { return }
        // Otherwise, the projection of a user or a post would bring in what does not wait for it.
        try each("wrong_waiting_record", "record") {
            $0.int64(0)
        } repair: {
            try $0.projectAgain($1)
        }
        try repairUsers()
        try repairPosts()
        try repairReplies()
        switch store.dialect {
        case .sqlite:
            try repairIndex("post_place", repairPlaces)
            try repairIndex("text_words", repairTexts)
        case .postgres: try repairPostgresIndexes()
        }
        try repairEntities()
        try repairCounts("word", "text", "count")
        try repairCounts("tag", "name", "post_count")
    }

    // MARK: Rows

    /// Corrects the counters of the store, apart from the newest stamps of users, which follow.
    private func repairClock() throws {
        try each("wrong_clock", "epoch") {
            $0.int64(0)
        } repair: {
            try $0.tables.repairClock(epoch: $1)
        }
    }

    private func repairRecords() throws {
        try each("rejected_record", "row") {
            $0.int64(0)
        } repair: { transaction, row in
            try transaction.quarantine(row)
        }
        try each("wrong_record", "row") {
            $0.int64(0)
        } repair: { transaction, row in
            // If two records have one ID or register, the next round decides which one is live.
            let isIndexed = try transaction.connection.undoingViolation {
                try transaction.indexRecord(row)
            }
            if !isIndexed { try transaction.quarantine(row) }
        }
        try each("wrong_signing_key", "user") {
            $0.userID(0)
        } repair: {
            try $0.projectKeysAgain(of: $1)
        }
        try each("intact_record", "row") {
            $0.int64(0)
        } repair: {
            try $0.restoreRecord($1)
        }
    }

    private func repairUsers() throws {
        let counts = "post_count, follower_count, following_count"
        try each("wrong_user", "\(Self.uuid("id")), is_row, \(counts)") {
            (user: $0.userID(0), isRow: $0.bool(1), steps: [2, 3, 4].map($0.int64))
        } repair: {
            if $1.isRow {
                let accounts = PrivateTables(connection: $0.connection)
                let isLocal = try accounts.account(of: $1.user) != nil
                try $0.projectProfileAgain(of: $1.user, isLocal: isLocal)
            }
            let dialect = $0.connection.dialect
            try $0.statement(
                """
                UPDATE user SET post_count = \(dialect.stored("post_count + ?")),
                    follower_count = \(dialect.stored("follower_count + ?")),
                    following_count = \(dialect.stored("following_count + ?")) WHERE uuid = ?
                """
            )
            .run($1.steps, $1.user)
        }
        try each("wrong_stamp", "uuid") {
            $0.userID(0)
        } repair: {
            try $0.recomputeNewestStamp(of: $1)
        }
    }

    private func repairPosts() throws {
        try each("wrong_post", "id, is_row, like_count, comment_count") {
            (id: Post.ID($0.pushID(0)), isRow: $0.bool(1), steps: [2, 3].map($0.int64))
        } repair: {
            if $1.isRow { try $0.projectAgain(.post($1.id)) }
            let dialect = $0.connection.dialect
            try $0.statement(
                """
                UPDATE post SET like_count = \(dialect.stored("like_count + ?")),
                    comment_count = \(dialect.stored("comment_count + ?")) WHERE id = ?
                """
            )
            .run($1.steps, $1.id)
        }
        try each("wrong_photo", "post") {
            Post.ID($0.pushID(0))
        } repair: {
            try $0.projectAgain(.post($1))
        }
    }

    private func repairReplies() throws {
        try each("wrong_comment", "id") {
            Comment.ID($0.pushID(0))
        } repair: {
            try $0.projectAgain(.comment($1))
        }
        try each("wrong_post_like", "post, user, \(Self.uuid("user"))") {
            (post: Post.ID($0.pushID(0)), rowID: $0.int64(1), user: $0.userID(2))
        } repair: {
            try $0.statement("DELETE FROM post_like WHERE post = ? AND user = ?")
                .run($1.post, $1.rowID)
            try $0.projectAgain(.like($1.user, post: $1.post))
        }
        let uuids = "\(Self.uuid("follower")), \(Self.uuid("followed"))"
        try each("wrong_follow", "follower, followed, \(uuids)") {
            (
                rowIDs: [$0.int64(0), $0.int64(1)], follower: $0.userID(2),
                followed: $0.userID(3)
            )
        } repair: {
            try $0.statement("DELETE FROM follow WHERE follower = ? AND followed = ?")
                .run($1.rowIDs)
            try $0.projectAgain(.follow($1.follower, of: $1.followed))
        }
    }

    /// The ID of a user with a row ID, which may be a row of the scratch database only.
    private static func uuid(_ column: String) -> String {
        "(SELECT uuid FROM main.user WHERE id = w.\(column))"
    }

    // MARK: Indexes

    /// Creates the damaged indexes of SQLite's extensions again, without contents.
    ///
    /// The next round finds all their rows missing.
    private func createIndexesAgain() throws {
        do {
            try each("damaged_index", "name") {
                $0.text(0)
            } repair: {
                try $0.connection.execute(store.statementsCreatingAgain($1))
            }
        } catch TimelineError.storageFailed(let failure) where !failure.isDiskFull {
            // The next comparison finds it again.
        }
    }

    /// Repairs the rows of an index, or creates it again if it is too damaged.
    private func repairIndex(_ name: String, _ repair: () throws -> Void) throws {
        do {
            try repair()
        } catch TimelineError.storageFailed(let failure) where !failure.isDiskFull {
            try store.writing { try $0.execute(store.statementsCreatingAgain(name)) }
        }
    }

    /// Builds the index of names again before users change, because a trigger writes to it.
    private func repairNames() throws {
        let isFirst = "row = (SELECT min(row) FROM wrong_name)"
        try each("wrong_name", "1", where: isFirst) { _ in
        } repair: { transaction, _ in
            try transaction.statement("INSERT INTO user_search (user_search) VALUES ('rebuild')")
                .run()
        }
    }

    private func repairPlaces() throws {
        try each("wrong_place", "id, post") {
            (rowID: $0.int64(0), post: $0.data(1))
        } repair: {
            try $0.statement("DELETE FROM post_place WHERE id = ? AND ifnull(post, x'') = ?")
                .run($1.rowID, $1.post)
            if let post = PushID(bytes: $1.post) { try $0.indexPlace(of: Post.ID(post)) }
        }
    }

    private func repairTexts() throws {
        let words = """
            (SELECT group_concat(term, ' ') FROM (
                SELECT term FROM stored_word WHERE doc = w.row ORDER BY offset
            ))
            """
        let tables = SharedTables(connection: scratch)
        try each("wrong_text", "row, \(words)") {
            (rowID: $0.int64(0), words: $0.text(1))
        } repair: {
            let expected = try tables.words(at: $1.rowID)
            // After another write, the stored words may differ, so the next round examines the row.
            guard try $0.tables.words(at: $1.rowID) == expected else { return }
            try $0.tables.replaceWords(at: $1.rowID, $1.words, with: expected)
        }
    }

    private func repairPostgresIndexes() throws {
        try each("wrong_post_cell", "cell, post") {
            (cell: $0.int64(0), post: $0.data(1))
        } repair: {
            try $0.indexPlace(inCell: $1.cell, of: $1.post)
        }
        try each("wrong_indexed_text", "id, is_comment") {
            (id: $0.data(0), isComment: $0.bool(1))
        } repair: {
            try $0.tables.indexWords(of: $1.id, isComment: $1.isComment)
        }
    }

    private func repairEntities() throws {
        try each("wrong_post_tag", "tag, post, comment") {
            (tag: $0.text(0), post: $0.data(1), comment: $0.data(2))
        } repair: {
            try $0.indexTag($1.tag, of: $1.post, in: $1.comment)
        }
        try each("wrong_mention", "name, id, is_comment") {
            (name: $0.text(0), id: $0.data(1), isComment: $0.bool(2))
        } repair: {
            try $0.indexMention(of: $1.name, in: $1.id, isComment: $1.isComment)
        }
    }

    /// Adds the differences to the counts of a table in which a row exists as long as its count is
    /// not 0.
    private func repairCounts(_ table: String, _ key: String, _ count: String) throws {
        try each("wrong_\(table)", "\(key), \(count)") {
            (key: $0.text(0), step: $0.int64(1))
        } repair: {
            try $0.statement("INSERT INTO \(table) VALUES (?, 0) ON CONFLICT DO NOTHING")
                .run($1.key)
            let total = $0.connection.dialect.stored("\(count) + ?")
            try $0.statement("UPDATE \(table) SET \(count) = \(total) WHERE \(key) = ?")
                .run($1.step, $1.key)
            try $0.statement("DELETE FROM \(table) WHERE \(key) = ? AND \(count) = 0").run($1.key)
        }
    }

    // MARK: Transactions

    /// Repairs each wrong row in a list, in transactions of bounded duration.
    ///
    /// - Parameters:
    ///   - table: The list, a table of the scratch database.
    ///   - columns: The columns to read, for which `w` is an alias of the table.
    ///   - condition: The condition for a row.
    ///   - read: A closure that reads the columns.
    ///   - repair: A closure that repairs one row, based on the current records. It has no effect on
    ///     a row that is already correct.
    /// - Throws: Any error thrown by the closure between steps, or `TimelineError`.
    private func each<Item>(
        _ table: String,
        _ columns: String,
        where condition: String = "1",
        _ read: (ResultRow) -> Item,
        repair: (WriteTransaction, Item) throws -> Void
    ) throws {
        var last = Int64.min
        while true {
            let items = try store.translatingDatabaseErrors(.reading) {
                try Statement(
                    """
                    SELECT \(columns), w.rowid FROM \(table) w WHERE \(condition) AND w.rowid > ?
                    ORDER BY w.rowid LIMIT ?
                    """,
                    in: scratch
                )
                .all(last, Self.chunkSize) { row in
                    last = row.int64(row.count - 1)
                    return read(row)
                }
            }
            guard !items.isEmpty else { return }
            var rest = items[...]
            while !rest.isEmpty {
                rest = try store.writing { connection in
                    try step(WriteTransaction(connection), rest, repair)
                }
                try betweenSteps()
            }
        }
    }

    /// Repairs rows until the time is over or one row cannot be repaired, and returns the rest.
    ///
    /// The next round finds a row again whose repair would violate a constraint.
    private func step<Item>(
        _ transaction: WriteTransaction,
        _ items: ArraySlice<Item>,
        _ repair: (WriteTransaction, Item) throws -> Void
    ) throws -> ArraySlice<Item> {
        let end = ContinuousClock.now + Self.duration
        var rest = items
        var isRepaired = true
        repeat {
            let item = rest.removeFirst()
            // What the batch knows does not survive a row that is undone, so the step ends there.
            isRepaired = try transaction.connection.undoingViolation {
                try repair(transaction, item)
            }
        } while isRepaired && !rest.isEmpty && ContinuousClock.now < end
        // Counts and words are repaired on their own.
        _ = transaction.batch.takeTexts()
        _ = transaction.batch.takeCounts()
        try transaction.finish()
        return rest
    }
}
