import TimelineCore

extension WriteTransaction {
    /// Adds a post, or replaces its whole content.
    ///
    /// Afterwards, the replies that were waiting for a new post are projected. The photos' blobs are
    /// already in the blob store (decision 5).
    func setPost(
        _ id: Post.ID,
        by author: BatchState.UserRow,
        _ content: Post.Content,
        from stored: StoredRecord
    ) throws {
        let editedAt = stored.stamp == id.pushID ? nil : stored.stamp.milliseconds
        guard try insertPost(id, by: author, content, stored.news, editedAt) else {
            return try replaceContent(of: id, by: author, with: content, stored.news, editedAt)
        }
        batch.addedPosts.insert(id)
        batch.texts.add(.caption(id), text: content.caption, details: content.details, on: id)
        try tables.insertPlace(of: id, content.place?.coordinate)
        for (position, photo) in content.photos.enumerated() {
            try insert(photo, at: position, of: id)
        }
        if batch.hasDeletedPosts {
            try statement("DELETE FROM deleted_post WHERE id = ?").run(id)
        }
        add(1, to: .posts(of: author.id))
        try projectWaiting(for: id)
    }

    /// Inserts the row of a post, unless it already exists.
    ///
    /// - Returns: Whether the row was inserted.
    private func insertPost(
        _ id: Post.ID,
        by author: BatchState.UserRow,
        _ content: Post.Content,
        _ news: StoredRecord.News,
        _ editedAt: UInt64?
    ) throws -> Bool {
        try statement(
            """
            INSERT INTO post
                (id, author, caption, place_name, latitude, longitude, place_id, arrival, is_news,
                edited_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """
        )
        .runCounting(
            id,
            author.id,
            content.caption,
            content.place?.name,
            content.place?.coordinate?.latitudeE7,
            content.place?.coordinate?.longitudeE7,
            content.place?.id.number,
            max(news.arrival, author.arrival),
            news.notifies,
            editedAt.map(Int64.init)
        ) > 0
    }

    /// Replaces the caption, the photos and the place of a post.
    ///
    /// The arrival differs only if the record was damaged, and a former one was back meanwhile.
    private func replaceContent(
        of post: Post.ID,
        by author: BatchState.UserRow,
        with content: Post.Content,
        _ news: StoredRecord.News,
        _ editedAt: UInt64?
    ) throws {
        try willEdit(.caption(post))
        try tables.deletePlace(of: post)
        try statement(
            """
            UPDATE post SET caption = ?, place_name = ?, latitude = ?, longitude = ?, place_id = ?,
                arrival = ?, is_news = ?, edited_at = ? WHERE id = ?
            """
        )
        .run(
            content.caption,
            content.place?.name,
            content.place?.coordinate?.latitudeE7,
            content.place?.coordinate?.longitudeE7,
            content.place?.id.number,
            max(news.arrival, author.arrival),
            news.notifies,
            editedAt.map(Int64.init),
            post
        )
        try tables.insertPlace(of: post, content.place?.coordinate)
        try statement("DELETE FROM photo WHERE post = ?").run(post)
        for (position, photo) in content.photos.enumerated() {
            try insert(photo, at: position, of: post)
        }
    }

    /// Inserts a photo of a post at the given position, starting at 0.
    private func insert(_ photo: Photo, at position: Int, of post: Post.ID) throws {
        try statement(
            """
            INSERT INTO photo (post, position, \(Photo.columns("")))
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        .run(post, position, photo)
    }

    /// Deletes a post and writes a tombstone, even if the post has not arrived.
    ///
    /// The post's photos, comments and likes are deleted with it. The tombstone contains the batch's
    /// arrival number, so that caches notice the deletion.
    ///
    /// Deleting a post takes 100 to 300 µs, most of it for removing the words of its texts from the
    /// index.
    func deletePost(_ id: Post.ID) throws {
        try statement("INSERT INTO deleted_post VALUES (?, ?) ON CONFLICT DO NOTHING")
            .run(id, batch.arrival)
        batch.hasDeletedPosts = true
        batch.addedPosts.remove(id)
        let author: (rowID: Int64, isDeleted: Bool)? = try statement(
            "SELECT u.id, u.is_deleted FROM post p JOIN user u ON u.id = p.author WHERE p.id = ?"
        )
        .first(id) { ($0.int64(0), $0.bool(1)) }
        guard let author else { return }
        try willDeleteTexts(of: id)
        try tables.deletePlace(of: id)
        try tables.deleteRows(of: id)
        if !author.isDeleted { add(-1, to: .posts(of: author.rowID)) }
    }
}

extension SharedTables {
    /// Deletes a post with its photos, comments and likes.
    func deleteRows(of post: Post.ID) throws {
        // SQLite's foreign keys do the same, and PostgreSQL's tables have none (`Schema+Postgres.swift`).
        if connection.dialect == .postgres {
            for table in ["photo", "comment", "post_like", "post_part"] {
                try statement("DELETE FROM \(table) WHERE post = ?").run(post)
            }
        }
        try statement("DELETE FROM post WHERE id = ?").run(post)
    }
}

extension WriteTransaction {
    // MARK: Comments

    /// Adds a comment, unless it already exists.
    ///
    /// - Returns: `false` if the post does not exist.
    /// - Throws: A database error.
    func addComment(
        _ text: String,
        on post: Post.ID,
        by author: BatchState.UserRow,
        from stored: StoredRecord
    ) throws -> Bool {
        let id = Comment.ID(stored.stamp)
        let inserted = try statement(
            """
            INSERT INTO comment (id, post, author, text, arrival, post_author)
            SELECT ?1, id, ?3, ?4, CASE WHEN ?6 THEN \(connection.dialect.higher("?5", "arrival")) ELSE 0 END, author FROM post WHERE id = ?2
            ON CONFLICT DO NOTHING
            """
        )
        .runCounting(
            id,
            post,
            author.id,
            text,
            max(stored.news.arrival, author.arrival),
            stored.news.notifies
        )
        guard inserted > 0 else {
            return try statement("SELECT 1 FROM comment WHERE id = ?").exists(id)
        }
        batch.texts.add(.comment(id), text: text, on: post)
        add(1, to: .comments(on: post))
        return true
    }

    /// Deletes a comment, if it exists.
    func deleteComment(_ id: Comment.ID) throws {
        let stored: (post: Post.ID, isCounted: Bool)? = try statement(
            """
            SELECT c.post, NOT u.is_deleted FROM comment c JOIN user u ON u.id = c.author
            WHERE c.id = ?
            """
        )
        .first(id) { ($0.id(0), $0.bool(1)) }
        guard let stored else { return }
        try willDelete(.comment(id))
        try statement("DELETE FROM comment WHERE id = ?").run(id)
        if stored.isCounted { add(-1, to: .comments(on: stored.post)) }
    }

    // MARK: Likes

    /// Sets or removes a like, and updates the post's number of likes.
    ///
    /// - Returns: `false` if the post does not exist.
    /// - Throws: A database error.
    func setLike(
        _ isLiked: Bool,
        of post: Post.ID,
        by user: BatchState.UserRow,
        from stored: StoredRecord
    ) throws -> Bool {
        if isLiked, try insertLike(of: post, by: user, from: stored) { return true }
        try removeLike(of: post, by: user.id)
        if isLiked { return try insertLike(of: post, by: user, from: stored) }
        return try statement("SELECT 1 FROM post WHERE id = ?").exists(post)
    }

    /// Inserts a like, and returns `false` if there is one already, or if the post does not exist.
    private func insertLike(
        of post: Post.ID,
        by user: BatchState.UserRow,
        from stored: StoredRecord
    ) throws -> Bool {
        let inserted = try statement(
            """
            INSERT INTO post_like (post, user, stamp, arrival, author)
            SELECT id, ?2, ?3,
                CASE WHEN ?5 THEN \(connection.dialect.higher("?4", "arrival")) ELSE 0 END, author
            FROM post WHERE id = ?1 ON CONFLICT DO NOTHING
            """
        )
        .runCounting(
            post,
            user.id,
            stored.stamp,
            max(stored.news.arrival, user.arrival),
            stored.news.notifies
        )
        add(inserted, to: .likes(of: post))
        return inserted > 0
    }

    /// Removes a like, if it exists.
    func removeLike(of post: Post.ID, by user: Int64) throws {
        let removed = try statement("DELETE FROM post_like WHERE post = ? AND user = ?")
            .runCounting(post, user)
        add(-removed, to: .likes(of: post))
    }
}
