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
        guard try insertPost(id, by: author, content, stored.news) else {
            return try replaceContent(of: id, by: author, with: content, stored.news)
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
        _ news: StoredRecord.News
    ) throws -> Bool {
        try statement(
            """
            INSERT INTO post
                (id, author, caption, place_name, latitude, longitude, arrival, is_news)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """
        )
        .run(
            id,
            author.id,
            content.caption,
            content.place?.name,
            content.place?.coordinate?.latitudeE7,
            content.place?.coordinate?.longitudeE7,
            max(news.arrival, author.arrival),
            news.notifies
        ) > 0
    }

    /// Replaces the caption, the photos and the place of a post.
    ///
    /// The arrival differs only if the record was damaged, and a former one was back meanwhile.
    private func replaceContent(
        of post: Post.ID,
        by author: BatchState.UserRow,
        with content: Post.Content,
        _ news: StoredRecord.News
    ) throws {
        try willEdit(.caption(post))
        try tables.deletePlace(of: post)
        try statement(
            """
            UPDATE post SET caption = ?, place_name = ?, latitude = ?, longitude = ?, arrival = ?,
                is_news = ? WHERE id = ?
            """
        )
        .run(
            content.caption,
            content.place?.name,
            content.place?.coordinate?.latitudeE7,
            content.place?.coordinate?.longitudeE7,
            max(news.arrival, author.arrival),
            news.notifies,
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
    /// Foreign keys delete the post's photos, comments and likes. The tombstone contains the batch's
    /// arrival number, so that caches notice the deletion.
    ///
    /// Deleting a post takes 100 to 300 µs, most of it for removing the words of its texts from the
    /// index.
    func deletePost(_ id: Post.ID) throws {
        try statement("INSERT INTO deleted_post VALUES (?, ?) ON CONFLICT DO NOTHING")
            .run(id, batch.arrival)
        batch.hasDeletedPosts = true
        batch.addedPosts.remove(id)
        let author: (rowID: Int64, isRemoved: Bool)? = try statement(
            "SELECT u.id, u.is_removed FROM post p JOIN user u ON u.id = p.author WHERE p.id = ?"
        )
        .first(id) { ($0.int64(0), $0.bool(1)) }
        guard let author else { return }
        try willDeleteTexts(of: id)
        try tables.deletePlace(of: id)
        try statement("DELETE FROM post WHERE id = ?").run(id)
        if !author.isRemoved { add(-1, to: .posts(of: author.rowID)) }
    }
}
