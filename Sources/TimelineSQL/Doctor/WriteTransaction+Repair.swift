import Foundation
import TimelineCore

/// Repairs of single subjects, each of which follows from the records in the same transaction.
///
/// A repair writes rows, but neither counts nor the index of words: both change only by steps, so
/// they are wrong by the same difference until a step corrects them, whatever else is written. Only
/// records that were waiting for a missing row are counted, because nothing has counted them yet.
extension WriteTransaction {
    // MARK: Registers

    /// Projects the record that sets a register again, after deleting the row that it had written.
    ///
    /// - Parameter register: The register of a post, a comment, a like or a follow.
    /// - Throws: A database error.
    func projectAgain(_ register: RecordRegister) throws {
        let stored = try record(setting: register)
        if let stored {
            try statement("DELETE FROM waiting_record WHERE record = ?").run(stored.rowID)
        }
        switch register {
        case .post(let post): return try projectPostAgain(post, stored)
        case .comment(let comment):
            try statement("DELETE FROM comment WHERE id = ?").run(comment)
        case .like(let user, let post):
            try statement(
                "DELETE FROM post_like WHERE post = ? AND user = (SELECT id FROM user WHERE uuid = ?)"
            )
            .run(post, user)
        case .follow(let follower, let followed):
            try statement(
                """
                DELETE FROM follow WHERE follower = (SELECT id FROM user WHERE uuid = ?)
                    AND followed = (SELECT id FROM user WHERE uuid = ?)
                """
            )
            .run(follower, followed)
            if let rowID = try tables.rowID(of: followed) {
                try updatePrecedence(of: rowID)
            }
        case .deletedAccount, .profile, .deletedPost, .deletedComment, .hiddenComment: return
        }
        if let stored { try project(stored) }
    }

    /// Returns the record that sets a register, or `nil` if none does.
    private func record(setting register: RecordRegister) throws -> StoredRecord? {
        try statement(
            "SELECT \(StoredRecord.columns) FROM record WHERE \(connection.dialect.isRegister("?"))"
        )
        .first(register, map: StoredRecord.init) ?? nil
    }

    private func record(at rowID: Int64) throws -> StoredRecord? {
        try statement("SELECT \(StoredRecord.columns) FROM record WHERE row = ?")
            .first(rowID, map: StoredRecord.init) ?? nil
    }

    /// Replaces the row of a post without deleting its replies.
    private func projectPostAgain(_ post: Post.ID, _ stored: StoredRecord?) throws {
        try statement("DELETE FROM photo WHERE post = ?").run(post)
        guard let stored, let author = try row(of: stored.author) else {
            try tables.deletePlace(of: post)
            try tables.deleteRows(of: post)
            if let stored { try project(stored) }
            return
        }
        let updated = try statement("UPDATE post SET author = ? WHERE id = ?")
            .runCounting(author.id, post)
        _ = batch.takeCounts()
        try project(stored)
        if updated == 0 {
            // The author's count includes the post, but no count includes replies that have waited.
            add(-1, to: .posts(of: author.id))
            try writeCounts()
        }
        // The place may have been in the index already.
        try indexPlace(of: post)
    }

    // MARK: Users and keys

    /// Derives the profile of a user again.
    ///
    /// - Parameters:
    ///   - user: The ID of the user.
    ///   - isLocal: Whether the user has an account.
    /// - Throws: A database error.
    func projectProfileAgain(of user: User.ID, isLocal: Bool) throws {
        let rowID = try ensureRow(of: user)
        let name = try username(of: rowID)
        batch.users[user] = nil
        _ = batch.takeCounts()
        try clearProfile(of: rowID, keepingCounts: true, isDeleted: isSet(.deletedAccount(user)))
        if let name { try assignUsername(name) }
        for setting in try settings(of: user) {
            guard case .profileSet(let content) = setting.record.content else { continue }
            try set(content, from: setting)
        }
        // No count includes what has waited for the user.
        if name == nil { try writeCounts() }
        try updateLocalUsers(of: [user]) { _ in isLocal }
        try updatePrecedence(of: rowID)
    }

    private func settings(of user: User.ID) throws -> [StoredRecord] {
        try statement(
            """
            SELECT \(StoredRecord.columns) FROM record
            WHERE author = ? AND kind IN \(RecordColumns.introductions)
                AND kind = \(RecordKind.profileSet.rawValue)
            """
        )
        .all(user, map: StoredRecord.init)
    }

    /// Derives the states of a user's keys again.
    ///
    /// If the record that adds a key is damaged, the other records of the key still show that it was
    /// added.
    func projectKeysAgain(of user: User.ID) throws {
        batch.signingKeys = [:]
        try statement("DELETE FROM signing_key WHERE user = ?").run(user)
        for record in try reader.introductions(of: [user]) { try addKeys(of: record) }
        let key = "\(RecordColumns.keyID), kind IN \(RecordColumns.signedByRoot)"
        let keys = try statement(
            """
            SELECT \(key) FROM record WHERE scope = ?1 AND author = ?1 UNION
            SELECT \(key) FROM record WHERE author = ?1 AND author <> scope
            """
        )
        .all(user) { row in
            KeyID(bytes: row.data(0))
                .map { SigningKeyID(user: user, key: $0, isRoot: row.bool(1)) }
        }
        for key in keys { _ = try addMissingKey(key) }
    }

    // MARK: Records

    /// Decides again whether a record waits for a user or a post.
    func projectAgain(_ rowID: Int64) throws {
        try statement("DELETE FROM waiting_record WHERE record = ?").run(rowID)
        guard let stored = try record(at: rowID),
            let register = RecordRegister(of: stored.record)
        else { return }
        try projectAgain(register)
    }

    /// Writes the columns of a verified record that repeat its signed values.
    func indexRecord(_ rowID: Int64) throws {
        let row = try statement("SELECT \(RecordRow.columns) FROM record WHERE row = ?")
            .first(rowID, map: RecordRow.init)
        guard let record = row?.record else { return }
        let index = RecordRow.Index(of: VerifiedRecord(unchecked: record))
        try statement(
            """
            UPDATE record SET id = ?, register = ?, scope = ?, author = ?, kind = ?, time = ?,
                stamp = ?, post = ?, arrival = \(connection.dialect.lower("arrival", "row >> 20"))
            WHERE row = ?
            """
        )
        .run(
            index.id,
            index.register,
            index.scope,
            index.author,
            index.kind,
            index.time,
            index.stamp,
            index.post,
            rowID
        )
        batch.hasChangedRecords = true
    }

    /// Adds a record again that was set aside although it is intact, if it is live.
    ///
    /// - Parameter rowID: Its row in `damaged_record`.
    /// - Throws: A database error.
    func restoreRecord(_ rowID: Int64) throws {
        let row = try statement(
            "SELECT \(RecordRow.damagedColumns) FROM damaged_record WHERE row = ?"
        )
        .first(rowID, map: RecordRow.init)
        guard let record = row?.record else { return }
        // The record then has the arrival that it had.
        try statement("UPDATE damaged_record SET id = ? WHERE row = ?").run(record.id, rowID)
        _ = try add([VerifiedRecord(unchecked: record)])
        try statement("DELETE FROM damaged_record WHERE row = ?").run(rowID)
    }

    // MARK: Indexes

    /// Puts a post into the index of places exactly once, if it has a place.
    func indexPlace(of post: Post.ID) throws {
        try tables.deletePlace(of: post)
        let place = try statement("SELECT latitude, longitude FROM post WHERE id = ?")
            .first(post) { Coordinate($0, at: 0) }
        try tables.insertPlace(of: post, place ?? nil)
    }

    /// Writes where a post is to PostgreSQL's index of places, exactly once.
    ///
    /// - Parameters:
    ///   - cell: The cell of a wrong row.
    ///   - post: The ID of the post, which may be no push ID in a damaged row.
    /// - Throws: A database error.
    func indexPlace(inCell cell: Int64, of post: Data) throws {
        try statement("DELETE FROM post_cell WHERE cell = ? AND post = ?").run(cell, post)
        if let post = PushID(bytes: post) { try indexPlace(of: Post.ID(post)) }
    }

    /// Adds a tag of a text, or removes it if the text does not contain it.
    func indexTag(_ tag: String, of post: Data, in comment: Data) throws {
        try statement("DELETE FROM post_tag WHERE tag = ? AND post = ? AND comment = ?")
            .run(tag, post, comment)
        guard let id = PushID(bytes: post).map(Post.ID.init) else { return }
        let text: TextID =
            PushID(bytes: comment).map { .comment(Comment.ID($0)) } ?? .caption(id)
        guard let indexed = try tables.text(text), indexed.post == id,
            indexed.isByAuthor == true,
            TextEntities(in: indexed.text).tags.contains(where: { $0.name == tag })
        else { return }
        try statement("INSERT INTO post_tag VALUES (?, ?, ?)").run(tag, post, comment)
    }

    /// Adds a mention in a text, or removes it if the text does not contain it.
    func indexMention(of name: String, in id: Data, isComment: Bool) throws {
        try statement("DELETE FROM mention WHERE name = ? AND id = ? AND is_comment = ?")
            .run(name, id, isComment)
        guard let text = PushID(bytes: id).map({ TextID($0, isComment: isComment) }),
            let indexed = try tables.text(text),
            TextEntities(in: indexed.text).mentions.contains(name)
        else { return }
        try tables.insertMention(of: name, in: text)
    }
}
