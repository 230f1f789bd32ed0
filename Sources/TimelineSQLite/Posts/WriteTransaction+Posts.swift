import TimelineCore

extension WriteTransaction {
    /// Adds a post with its photos and place, unless it exists.
    ///
    /// Then applies the changes that waited for the post. The blobs of the photos are in the blob
    /// store already (decision 5).
    ///
    /// - Parameters:
    ///   - content: the caption, photos and place.
    ///   - change: the author and the stamp, which is the ID of the post.
    /// - Throws: `DatabaseError`.
    func addPost(_ content: Post.Content, from change: Change) throws {
        let id = Post.ID(change.stamp)
        guard let author = try rowID(of: change.author) else { return }
        guard try insertPost(id, by: author, content: content) else {
            return try addDerivedValues(of: content, to: id, by: change.author)
        }
        batch.addedPosts.insert(id)
        batch.texts.add(.caption(id), content.caption, details: content.details, on: id)
        try tables.insertPlace(of: id, content.place?.coordinate)
        for (position, photo) in content.photos.enumerated() {
            try insert(photo, at: position, of: id)
        }
        add(1, to: .posts(of: author))
        try applyPending(waitingFor: id)
    }

    /// Inserts a post's row unless it exists.
    ///
    /// The caption's register starts with the stamp of the post.
    ///
    /// - Returns: whether it was inserted.
    private func insertPost(
        _ id: Post.ID,
        by author: Int64,
        content: Post.Content
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
            id.pushID >= oldestNews
        ) > 0
    }

    /// Inserts a photo of a new post; its position counts from 0.
    private func insert(_ photo: Photo, at position: Int, of post: Post.ID) throws {
        try statement(
            """
            INSERT INTO photo (post, position, \(Photo.columns("")))
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        .run(post, position, photo)
    }

    /// Adds the values that another copy of the same post has and this one lacks: ThumbHashes,
    /// previews and byte counts.
    ///
    /// An archive imported on two machines may give different previews; the greater one wins on
    /// both (decision 23). Without a difference, nothing is written.
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

    /// Edits a caption if the author does so after the post; other edits have no effect.
    ///
    /// - Parameters:
    ///   - post: a post that exists.
    ///   - caption: the new text.
    ///   - change: the author and the stamp of the edit.
    /// - Throws: `DatabaseError`.
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

    /// Deletes a post and leaves a tombstone; foreign keys delete its photos, comments and likes.
    ///
    /// Changes that wait for the post are dropped. The tombstone has the batch's arrival number, by
    /// which caches learn of the deletion; it is written even if the post has not arrived.
    ///
    /// Takes 100 to 300 µs, most of it for the words of its texts.
    func deletePost(_ id: Post.ID) throws {
        try statement("INSERT INTO deleted_post VALUES (?, ?) ON CONFLICT DO NOTHING")
            .run(id, batch.arrival)
        batch.hasDeletedPosts = true
        batch.addedPosts.remove(id)
        try statement("DELETE FROM waiting_change WHERE dependency = ?").run(id)
        try dropPending(.post, id.pushID)
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
