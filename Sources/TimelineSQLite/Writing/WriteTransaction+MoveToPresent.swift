import TimelineCore

extension WriteTransaction {
    /// Gives an author's posts, comments and registers newer than `limit` new IDs and stamps at the
    /// present.
    ///
    /// A clock that was years ahead dated an author's items into the future, and no present time is
    /// above their newest stamp, so they could no longer write. The repair moves these items, in
    /// their old order, to stamps above the author's newest one that is not from the future
    /// (decision 18). `moved_id` leads from each old ID to the present one.
    ///
    /// Rebuilds all search indexes, because their row IDs follow from push IDs; in a large store
    /// that takes as long as a migration, and it is one transaction.
    ///
    /// - Parameters:
    ///   - author: the user whose clock was ahead, with an account here.
    ///   - limit: the highest stamp that is not from the future.
    ///   - environment: the clock and the random bits of new IDs.
    /// - Returns: the number of stamps replaced; 0 for a user that the store has never seen.
    /// - Throws: `DatabaseError`.
    func moveToPresent(
        _ author: User.ID,
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
        try tables.rebuildSearchIndexes()
        return future.count
    }

    /// All stamps of an author in the tables, pending changes excluded.
    ///
    /// Reads the author's rows through the indexes on authors; a stamp may occur in several
    /// columns, such as the ID and the caption of a post, and is returned once.
    private func stamps(of rowID: Int64) throws -> Set<PushID> {
        let queries = StampColumn.all.map {
            "SELECT \($0.name) FROM \($0.table) WHERE \($0.isByAuthor)"
        }
        let stamps = try statement(queries.joined(separator: " UNION "))
            .all(rowID) { $0.optionalPushID(0) }
        return Set(stamps.compactMap(\.self))
    }

    /// Replaces a stamp wherever the author has used it: as the ID of a post or comment, in
    /// registers, and in pending changes.
    ///
    /// Tries each table, since the stamp does not reveal its use. An update of `caption_stamp`
    /// reads all posts of the author, so the cost grows with the product of moved stamps and posts;
    /// a repair of this kind is rare.
    ///
    /// - Parameters:
    ///   - old: a stamp from the future.
    ///   - new: the stamp that replaces it.
    ///   - rowID: the author's row ID.
    ///   - author: the author, for pending changes.
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
            // An item may move twice; its first ID leads to the last.
            try statement("UPDATE moved_id SET new = ?2 WHERE new = ?1").run(old, new)
            try statement("INSERT OR REPLACE INTO moved_id VALUES (?, ?, ?)")
                .run(old, new, batch.arrival)
        }
        for column in StampColumn.all where !column.isID {
            try statement(
                """
                UPDATE \(column.table) SET \(column.name) = ?3
                WHERE \(column.name) = ?2 AND \(column.isByAuthor)
                """
            )
            .run(rowID, old, new)
        }
        try restampPending(old, to: new, by: author)
    }

    /// Copies a post to another ID, under which it arrives now, attaches its photos, comments and
    /// likes to the copy, and deletes the original.
    ///
    /// A copy, because foreign keys refer to the primary key: the new row must exist before the
    /// references change, and the old one must go after that, or its photos would be deleted with
    /// it.
    ///
    /// - Parameters:
    ///   - old: the present ID.
    ///   - new: an unused ID.
    ///   - rowID: the author's row ID.
    /// - Returns: whether the author has a post with the old ID.
    /// - Throws: `DatabaseError`.
    private func movePost(_ old: PushID, to new: PushID, by rowID: Int64) throws -> Bool {
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

    /// Replaces a stamp in the pending changes of an author.
    ///
    /// The index on the stamp inside the JSON finds them.
    private func restampPending(_ old: PushID, to new: PushID, by author: User.ID) throws {
        let pending = try statement(
            """
            SELECT dependency, change FROM waiting_change WHERE json_extract(change, '$.stamp') = ?
            """
        )
        .all(old.description) { (dependency: $0.data(0), text: $0.text(1)) }
        for entry in pending {
            // The doctor reports an unreadable change.
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
