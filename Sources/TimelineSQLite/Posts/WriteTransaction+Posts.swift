import TimelineCore

extension WriteTransaction {
    /// Adds a post with its photos and place, unless it already exists.
    ///
    /// Afterwards, the changes that were waiting for the post are applied. The photos' blobs are
    /// already in the blob store (decision 5).
    ///
    /// - Parameters:
    ///   - content: The caption, photos and place.
    ///   - change: The change, which provides the author and the post's ID.
    /// - Throws: `SQLiteError`.
    func addPost(_ content: Post.Content, from change: Change) throws {
        let id = Post.ID(change.stamp)
        guard let author = try rowID(of: change.author) else { return }
        guard
            try insertPost(
                id,
                by: author,
                content: content,
                isNews: source.isNews(id, by: change.author)
            )
        else {
            return try addDerivedValues(of: content, to: id, by: change.author)
        }
        batch.addedPosts.insert(id)
        batch.texts.add(.caption(id), text: content.caption, details: content.details, on: id)
        try tables.insertPlace(of: id, content.place?.coordinate)
        for (position, photo) in content.photos.enumerated() {
            try insert(photo, at: position, of: id)
        }
        add(1, to: .posts(of: author))
        try applyPending(waitingFor: id)
    }

    /// Inserts the row of a post, unless it already exists.
    ///
    /// The stamp of the caption is initially the ID of the post.
    ///
    /// - Returns: Whether the row was inserted.
    private func insertPost(
        _ id: Post.ID,
        by author: Int64,
        content: Post.Content,
        isNews: Bool
    ) throws -> Bool {
        try statement(
            """
            INSERT INTO post
                (id, author, caption, caption_stamp, place_name, latitude, longitude, arrival, is_news)
            VALUES (?1, ?2, ?3, ?1, ?4, ?5, ?6, ?7, ?8) ON CONFLICT DO NOTHING
            """
        )
        .run(
            id,
            author,
            content.caption,
            content.place?.name,
            content.place?.coordinate?.latitudeE7,
            content.place?.coordinate?.longitudeE7,
            batch.arrival,
            isNews
        ) > 0
    }

    /// Inserts a photo of a new post at the given position, starting at 0.
    func insert(_ photo: Photo, at position: Int, of post: Post.ID) throws {
        try statement(
            """
            INSERT INTO photo (post, position, \(Photo.columns("")))
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        .run(post, position, photo)
    }

    /// Adds values that are missing from the stored post but present in another copy of the same
    /// post.
    ///
    /// These values are ThumbHashes, previews and byte counts. An archive that is imported on two
    /// machines may produce different previews. In this case, both stores retain the same one of
    /// them (decision 23). If the post lacks no values, nothing is written.
    private func addDerivedValues(
        of content: Post.Content,
        to id: Post.ID,
        by author: User.ID
    ) throws {
        guard let stored = try reader.post(id, for: nil), stored.author.id == author,
            try stored.photos.areSame(as: content.photos, exceptAlts: edits(of: id).alts)
        else { return }
        let update = try statement(
            """
            UPDATE photo SET thumb_hash = ?, byte_count = ?, preview_blob = ?, preview_byte_count = ?
            WHERE post = ? AND position = ?
            """
        )
        for (position, photos) in zip(stored.photos, content.photos).enumerated() {
            let merged = Photo.merging(photos.0, photos.1)
            guard merged != photos.0 else { continue }
            try update.run(
                merged.thumbHash,
                merged.byteCount,
                merged.preview?.blob,
                merged.preview?.byteCount,
                id,
                position
            )
        }
    }

    /// Edits a caption.
    ///
    /// An edit has an effect only if the post's author made it after the post.
    ///
    /// - Parameters:
    ///   - post: The ID of an existing post.
    ///   - caption: The new caption.
    ///   - change: The change, which provides the author and the stamp of the edit.
    /// - Throws: `SQLiteError`.
    func editCaption(of post: Post.ID, to caption: String, from change: Change) throws {
        let stored = try statement(
            """
            SELECT u.uuid, p.caption_stamp, p.caption FROM post p JOIN user u ON u.id = p.author
            WHERE p.id = ?
            """
        )
        .first(post) { row in
            (author: row.userID(0), caption: LWWRegister(row.text(2), at: row.pushID(1)))
        }
        guard let stored, change.canEdit(post, writtenBy: stored.author) else { return }
        var register = stored.caption
        guard register.merge(LWWRegister(caption, at: change.stamp)) else { return }
        try willEdit(.caption(post))
        try statement("UPDATE post SET caption = ?, caption_stamp = ? WHERE id = ?")
            .run(register.value, register.stamp, post)
    }

    /// Deletes a post and writes a tombstone, even if the post has not arrived.
    ///
    /// Foreign keys delete the post's photos, comments and likes. Changes that are waiting for the
    /// post are dropped. The tombstone contains the batch's arrival number, so that caches notice
    /// the deletion.
    ///
    /// Deleting a post takes 100 to 300 µs, most of it for removing the words of its texts from the
    /// index.
    func deletePost(_ id: Post.ID) throws {
        try statement("INSERT INTO deleted_post VALUES (?, ?) ON CONFLICT DO NOTHING")
            .run(id, batch.arrival)
        batch.hasDeletedPosts = true
        batch.addedPosts.remove(id)
        try statement("DELETE FROM waiting_change WHERE dependency = ?").run(id)
        try dropPending(.post, withID: id.pushID)
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
