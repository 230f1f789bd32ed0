import TimelineCore

extension WriteTransaction {
    /// Gives posts and comments of a user new IDs.
    ///
    /// The words of their texts are written again at the end of the batch.
    ///
    /// - Parameter conversion: The new IDs.
    /// - Throws: `SQLiteError`.
    func convert(_ conversion: UserConversion) throws {
        guard let rowID = try tables.rowID(of: conversion.user) else { return }
        for id in conversion.removedRecords {
            let record = try statement("SELECT row FROM record WHERE id = ?")
                .first(id) { $0.int64(0) }
            if let record { try deleteRecord(rowID: record) }
        }
        for (old, new) in conversion.comments.sorted(by: { $0.key < $1.key }) {
            try moveComment(old, to: new)
        }
        for (old, new) in conversion.posts.sorted(by: { $0.key < $1.key }) {
            try moveTexts(of: old, to: new, by: rowID)
        }
    }

    /// Moves a comment to a new ID.
    ///
    /// The former ID becomes an alias.
    func moveComment(_ old: Comment.ID, to new: Comment.ID) throws {
        guard let text = try tables.text(.comment(old)) else { return }
        try willDelete(.comment(old))
        try statement("UPDATE comment SET id = ?2 WHERE id = ?1").run(old, new)
        batch.texts.add(.comment(new), text: text.text, details: text.details, on: text.post)
        try insertAlias(old.pushID, of: new.pushID)
    }

    /// Moves a post with its comments and its place to a new ID.
    ///
    /// The former ID becomes an alias.
    func moveTexts(of old: Post.ID, to new: Post.ID, by rowID: Int64) throws {
        let comments: [Comment.ID] = try statement("SELECT id FROM comment WHERE post = ?")
            .all(old) { $0.id(0) }
        let ids = [.caption(old)] + comments.map { TextID.comment($0) }
        let texts = try ids.map { ($0, try tables.text($0)) }
        let place =
            try statement("SELECT latitude, longitude FROM post WHERE id = ?")
            .first(old) { Coordinate($0, at: 0) } ?? nil
        try willDeleteTexts(of: old)
        try tables.deletePlace(of: old)
        guard try movePost(old.pushID, to: new.pushID, by: rowID) else { return }
        try tables.insertPlace(of: new, place)
        for (id, text) in texts {
            guard let text else { continue }
            let current = id == .caption(old) ? .caption(new) : id
            batch.texts.add(current, text: text.text, details: text.details, on: new)
        }
        try insertAlias(old.pushID, of: new.pushID)
    }

    /// Records the former ID of a post or comment.
    ///
    /// An item may move twice. In this case, its first ID must refer to the newest one.
    private func insertAlias(_ old: PushID, of new: PushID) throws {
        try statement("UPDATE moved_id SET new = ?2 WHERE new = ?1").run(old, new)
        try statement("INSERT OR REPLACE INTO moved_id VALUES (?, ?, ?)")
            .run(old, new, batch.arrival)
    }
}
