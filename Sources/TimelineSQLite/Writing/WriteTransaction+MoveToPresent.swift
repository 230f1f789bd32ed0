import TimelineCore

extension WriteTransaction {
    /// Moves an author's posts, comments and registers newer than `limit` to the present by
    /// assigning new IDs and stamps.
    ///
    /// If a clock was years ahead, it dated an author's items in the future. The current time is
    /// then below the author's newest stamp, so the author can no longer make changes. The repair
    /// moves these items, in their existing order, to stamps above the author's newest stamp that
    /// is not in the future (decision 18). `moved_id` maps each old ID to the current ID.
    ///
    /// All search indexes are rebuilt, because their row IDs are derived from push IDs. In a large
    /// store, this takes as long as a migration, in a single transaction.
    ///
    /// - Parameters:
    ///   - author: The user with the clock that was ahead, who has an account in this store.
    ///   - limit: The highest stamp that is not in the future.
    ///   - environment: The clock and the source of random bits.
    /// - Returns: The number of stamps replaced, which is 0 if the store does not contain the user.
    /// - Throws: `DatabaseError`.
    func moveToPresent(
        of author: User.ID,
        newerThan limit: PushID,
        _ environment: TimelineEnvironment
    ) throws -> Int {
        guard let rowID = try tables.rowID(of: author) else { return 0 }
        let pending = try tables.pendingChanges().filter { $0.author == author }.map(\.stamp)
        let stamps = try stamps(of: rowID).union(pending)
        let newestUnmoved = stamps.filter { $0 <= limit }.max() ?? .min
        var source = PushIDSource(after: newestUnmoved, environment: environment)
        let future = stamps.filter { $0 > limit }.sorted()
        for old in future { try move(old, to: source.next(), by: rowID, author: author) }
        try statement("UPDATE user SET newest_stamp = ? WHERE id = ?").run(source.newest, rowID)
        try statement(
            """
            UPDATE clock SET newest = ifnull((SELECT max(newest_stamp) FROM user), zeroblob(15)),
                epoch = epoch + 1
            """
        )
        .run()
        try settleUsername(of: rowID)
        if try isLocal(rowID) { try settleFollowed(by: rowID) }
        try tables.rebuildSearchIndexes()
        return future.count
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

    /// Replaces a stamp wherever the author has used it: as the ID of a post or comment, in
    /// registers, and in pending changes.
    ///
    /// Each table is tried, because the stamp does not reveal its use. The update of
    /// `caption_stamp` reads all of the author's posts, so the cost grows with the number of moved
    /// stamps multiplied by the number of posts. Repairs of this kind are rare.
    ///
    /// - Parameters:
    ///   - old: A stamp in the future.
    ///   - new: The stamp that replaces it.
    ///   - rowID: The author's row ID.
    ///   - author: The author's ID, for pending changes.
    /// - Throws: `DatabaseError`.
    private func move(
        _ old: PushID,
        to new: PushID,
        by rowID: Int64,
        author: User.ID
    ) throws {
        let isPost = try movePost(old, to: new, by: rowID)
        let comments = try statement("UPDATE comment SET id = ?2 WHERE id = ?1 AND author = ?3")
            .run(old, new, rowID)
        if isPost || comments > 0 {
            // An item may move twice. In this case, its first ID must refer to the newest one.
            try statement("UPDATE moved_id SET new = ?2 WHERE new = ?1").run(old, new)
            try statement("INSERT OR REPLACE INTO moved_id VALUES (?, ?, ?)")
                .run(old, new, batch.arrival)
        }
        for column in StampColumn.all where !column.isID {
            try statement(
                """
                UPDATE \(column.table) SET \(column.name) = ?3
                WHERE \(column.name) = ?2 AND \(column.authorCondition)
                """
            )
            .run(rowID, old, new)
        }
        try restampPending(old, to: new, by: author)
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
    /// - Throws: `DatabaseError`.
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
