import TimelineCore

/// Edits of places and photo descriptions.
///
/// An edit has an effect only if the post's author made it after the post.
extension WriteTransaction {
    /// Replaces the caption, the photos and the place of a post.
    ///
    /// - Parameters:
    ///   - post: The ID of an existing post.
    ///   - content: The new content.
    ///   - stamp: The stamp of the edit.
    /// - Throws: `SQLiteError`.
    func replaceContent(of post: Post.ID, with content: Post.Content, at stamp: PushID) throws {
        try willEdit(.caption(post))
        try tables.deletePlace(of: post)
        try statement(
            """
            UPDATE post SET caption = ?1, caption_stamp = ?2, place_name = ?3, latitude = ?4,
                longitude = ?5, place_stamp = ?2 WHERE id = ?6
            """
        )
        .run(
            content.caption,
            stamp,
            content.place?.name,
            content.place?.coordinate?.latitudeE7,
            content.place?.coordinate?.longitudeE7,
            post
        )
        try tables.insertPlace(of: post, content.place?.coordinate)
        try statement("DELETE FROM photo WHERE post = ?").run(post)
        for (position, photo) in content.photos.enumerated() {
            try insert(photo, at: position, of: post)
        }
    }

    /// Merges an edit of a place into a post, unless the post already has a newer edit of its
    /// place.
    func editPlace(of post: Post.ID, to place: Place?, from change: Change) throws {
        let stored = try statement(
            """
            SELECT u.uuid, ifnull(p.place_stamp, p.id), p.place_name, p.latitude, p.longitude
            FROM post p JOIN user u ON u.id = p.author WHERE p.id = ?
            """
        )
        .first(post) { row in
            (author: row.userID(0), place: LWWRegister(Place(row, at: 2), at: row.pushID(1)))
        }
        guard let stored, change.canEdit(post, writtenBy: stored.author) else { return }
        var register = stored.place
        guard register.merge(LWWRegister(place, at: change.stamp)) else { return }
        try willEdit(.caption(post))
        try tables.deletePlace(of: post)
        try statement(
            """
            UPDATE post SET place_name = ?, latitude = ?, longitude = ?, place_stamp = ? WHERE id = ?
            """
        )
        .run(
            place?.name,
            place?.coordinate?.latitudeE7,
            place?.coordinate?.longitudeE7,
            register.stamp,
            post
        )
        try tables.insertPlace(of: post, place?.coordinate)
    }

    /// Merges an edit of a photo's description, unless the photo does not exist or has a newer
    /// edit.
    func editAlt(
        ofPhoto position: Int,
        in post: Post.ID,
        to alt: String?,
        from change: Change
    ) throws {
        let stored = try statement(
            """
            SELECT u.uuid, ifnull(h.alt_stamp, h.post), h.alt
            FROM photo h JOIN post p ON p.id = h.post JOIN user u ON u.id = p.author
            WHERE h.post = ? AND h.position = ?
            """
        )
        .first(post, position) { row in
            (author: row.userID(0), alt: LWWRegister(row.optionalText(2), at: row.pushID(1)))
        }
        guard let stored, change.canEdit(post, writtenBy: stored.author) else { return }
        var register = stored.alt
        guard register.merge(LWWRegister(alt, at: change.stamp)) else { return }
        try willEdit(.caption(post))
        try statement("UPDATE photo SET alt = ?, alt_stamp = ? WHERE post = ? AND position = ?")
            .run(register.value, register.stamp, post, position)
    }
}
