import TimelineCore

extension WriteTransaction {
    /// The maximum number of stamps that one transaction moves.
    ///
    /// Moving a post takes 300 to 500 µs, mostly for indexing its words, so other writers wait for
    /// a fraction of a second.
    static let movedStampLimit = 250

    /// Moves an author's oldest posts, comments and registers newer than `last` to the present by
    /// assigning new IDs and stamps, up to ``movedStampLimit`` of them.
    ///
    /// If a clock was years ahead, it dated an author's items in the future. The current time is
    /// then below the author's newest stamp, so the author can no longer make changes. The repair
    /// moves these items, in their existing order, to stamps above the author's newest stamp that
    /// is not in the future (decision 18). `moved_id` maps each old ID to the current ID.
    ///
    /// The author's newest stamp stays in the future until the last item has been moved. If the
    /// process is killed between two transactions, the author therefore still cannot make changes,
    /// and the next repair moves the rest.
    ///
    /// - Parameters:
    ///   - author: The user with the clock that was ahead, who has an account in this store.
    ///   - limit: The highest stamp that is not in the future.
    ///   - last: The last stamp that the previous transaction replaced, or `limit` for the first
    ///     transaction.
    ///   - environment: The clock and the source of random bits.
    /// - Returns: The number of stamps replaced, which is 0 if the store does not contain the user,
    ///   and the last of them, or `nil` if none is left in the future.
    /// - Throws: `SQLiteError`.
    func moveToPresent(
        of author: User.ID,
        newerThan limit: PushID,
        after last: PushID,
        _ environment: TimelineEnvironment
    ) throws -> (moved: Int, last: PushID?) {
        guard let rowID = try tables.rowID(of: author) else { return (0, nil) }
        let pending = try tables.pendingChanges().filter { $0.author == author }.map(\.stamp)
        let stamps = try stamps(of: rowID).union(pending)
        let newestUnmoved = stamps.filter { $0 <= limit }.max() ?? .min
        var source = PushIDSource(after: newestUnmoved, environment: environment)
        let future = stamps.filter { $0 > last }.sorted()
        let moved = future.prefix(Self.movedStampLimit).map { (old: $0, new: source.next()) }
        for (old, new) in moved {
            try moveItem(old, to: new, by: rowID)
            try restampPending(old, to: new, by: author)
        }
        try restamp(moved, by: rowID)
        try settleUsername(of: rowID)
        if try isLocal(rowID) { try settleFollowed(by: rowID) }
        let isComplete = moved.count == future.count
        if isComplete { try setNewestStamp(of: rowID, to: source.newest) }
        try finish()
        return (moved.count, isComplete ? nil : moved.last?.old)
    }

    /// Lowers an author's newest stamp, and the store's to the newest of all authors.
    private func setNewestStamp(of rowID: Int64, to newest: PushID) throws {
        try statement("UPDATE user SET newest_stamp = ? WHERE id = ?").run(newest, rowID)
        try statement(
            "UPDATE clock SET newest = ifnull((SELECT max(newest_stamp) FROM user), zeroblob(15))"
        )
        .run()
    }

    /// Returns all of an author's stamps in the tables, except those of pending changes.
    ///
    /// The query finds the author's rows through indexes. A stamp may occur in several columns,
    /// such as the ID and the caption stamp of a post, but is returned only once.
    private func stamps(of rowID: Int64) throws -> Set<PushID> {
        let queries = StampColumn.all.map {
            "SELECT \($0.name) FROM \($0.table) WHERE \($0.authorCondition)"
        }
        let stamps = try statement(queries.joined(separator: " UNION "))
            .all(rowID) { $0.optionalPushID(0) }
        return Set(stamps.compactMap(\.self))
    }

    /// Replaces the ID of the author's post or comment, if the stamp is one.
    ///
    /// Both tables are tried, because the stamp does not reveal its use. The stamp of a caption
    /// that was never edited is the ID of its post, so it is replaced at once, without a search of
    /// all posts.
    ///
    /// - Parameters:
    ///   - old: A stamp in the future.
    ///   - new: The stamp that replaces it.
    ///   - rowID: The author's row ID.
    /// - Throws: `SQLiteError`.
    private func moveItem(_ old: PushID, to new: PushID, by rowID: Int64) throws {
        if try statement("SELECT 1 FROM post WHERE id = ? AND author = ?").exists(old, rowID) {
            try moveTexts(of: Post.ID(old), to: Post.ID(new), by: rowID)
            try statement("UPDATE post SET caption_stamp = ?2 WHERE id = ?2 AND caption_stamp = ?1")
                .run(old, new)
        }
        if try statement("SELECT 1 FROM comment WHERE id = ? AND author = ?").exists(old, rowID) {
            try moveComment(Comment.ID(old), to: Comment.ID(new))
        }
    }

    /// Replaces the stamps of an author's registers.
    ///
    /// A register is updated only if a query of the author's rows finds one of the stamps in it,
    /// because each update of a post's register reads all of the author's posts.
    ///
    /// - Parameters:
    ///   - moved: The stamps and their replacements, in ascending order.
    ///   - rowID: The author's row ID.
    /// - Throws: `SQLiteError`.
    private func restamp(_ moved: [(old: PushID, new: PushID)], by rowID: Int64) throws {
        guard let first = moved.first, let last = moved.last else { return }
        for column in StampColumn.all where !column.isID {
            let used = try statement(
                """
                SELECT DISTINCT \(column.name) FROM \(column.table)
                WHERE \(column.name) BETWEEN ?2 AND ?3 AND \(column.authorCondition)
                """
            )
            .all(rowID, first.old, last.old) { $0.pushID(0) }
            guard !used.isEmpty else { continue }
            let update = try statement(
                """
                UPDATE \(column.table) SET \(column.name) = ?3
                WHERE \(column.name) = ?2 AND \(column.authorCondition)
                """
            )
            let stamps = Set(used)
            for (old, new) in moved where stamps.contains(old) { try update.run(rowID, old, new) }
        }
    }

    /// Moves a post to a new ID by copying its row.
    ///
    /// The copy has a new arrival number. The post's photos, comments and likes are attached to the
    /// copy, and the original row is deleted. Foreign keys refer to the primary key, so the copy
    /// must exist before the references change. The original row can be deleted only after that,
    /// because its photos would otherwise be deleted along with it.
    ///
    /// - Parameters:
    ///   - old: The current ID.
    ///   - new: An unused ID.
    ///   - rowID: The author's row ID.
    /// - Returns: Whether the author has a post with the old ID.
    /// - Throws: `SQLiteError`.
    func movePost(_ old: PushID, to new: PushID, by rowID: Int64) throws -> Bool {
        let columns = """
            author, caption, caption_stamp, place_name, latitude, longitude, like_count, comment_count,
            is_news, place_stamp
            """
        let count = try statement(
            """
            INSERT INTO post (id, arrival, \(columns)) SELECT ?2, ?4, \(columns) FROM post
            WHERE id = ?1 AND author = ?3
            """
        )
        .run(old, new, rowID, batch.arrival)
        guard count > 0 else { return false }
        for table in ["photo", "comment", "post_like"] {
            try statement("UPDATE \(table) SET post = ?2 WHERE post = ?1").run(old, new)
        }
        try statement("DELETE FROM post WHERE id = ?").run(old)
        try statement("UPDATE waiting_change SET dependency = ?2 WHERE dependency = ?1")
            .run(old, new)
        return true
    }

    /// Replaces a stamp in an author's pending changes, which an index on the stamp in the JSON
    /// finds.
    private func restampPending(_ old: PushID, to new: PushID, by author: User.ID) throws {
        let pending = try statement(
            """
            SELECT dependency, change FROM waiting_change WHERE json_extract(change, '$.stamp') = ?
            """
        )
        .all(old.description) { (dependency: $0.data(0), text: $0.text(1)) }
        for entry in pending {
            // The doctor reports changes that cannot be decoded.
            guard let change = try? Change(pending: entry.text), change.author == author else {
                continue
            }
            try statement(
                "UPDATE OR REPLACE waiting_change SET change = ? WHERE dependency = ? AND change = ?"
            )
            .run(JSONText.of(change.stamped(new)), entry.dependency, entry.text)
        }
    }
}
