import TimelineCore

extension SharedTables {
    /// The registers of a profile; the column of each stamp ends with `_stamp`.
    ///
    /// Each is an LWW register: a later change of one field leaves the others as they are (decision
    /// 9).
    static let registers = ["username", "display_name", "bio", "url", "avatar"]

    /// The row ID of a user, which a profile, a change or a removal has created; `nil` if the store
    /// has never seen the user.
    func rowID(of user: User.ID) throws -> Int64? {
        try statement("SELECT id FROM user WHERE uuid = ?").first(user) { $0.int64(0) }
    }

    /// The row ID of a user with a profile.
    ///
    /// `nil` for a user that has not arrived, and for one that has left.
    func rowID(ofVisible user: User.ID) throws -> Int64? {
        try statement("SELECT id FROM user WHERE uuid = ? AND username IS NOT NULL")
            .first(user) { $0.int64(0) }
    }

    /// The user in a row; `nil` without a profile.
    func user(rowID: Int64) throws -> User? {
        try statement("SELECT \(User.columns) FROM user u WHERE id = ? AND username IS NOT NULL")
            .first(rowID) { User($0) }
    }

    /// The newest stamp of an author's changes, pending ones included.
    func newestStamp(of author: User.ID) throws -> PushID {
        try statement("SELECT newest_stamp FROM user WHERE uuid = ?").first(author) { $0.pushID(0) }
            ?? .min
    }

    /// Writes the columns of a user's picture.
    ///
    /// The stamp of the register is written by the caller.
    ///
    /// - Parameters:
    ///   - photo: the picture; `nil` clears all of its columns.
    ///   - rowID: the user's row ID.
    /// - Throws: `DatabaseError`.
    func setPicture(_ photo: Photo?, of rowID: Int64) throws {
        let columns = Photo.columns("avatar_")
        guard let photo else {
            let nulls = repeatElement("NULL", count: Int(Photo.columnCount))
            try statement(
                "UPDATE user SET (\(columns)) = (\(nulls.joined(separator: ", "))) WHERE id = ?"
            )
            .run(rowID)
            return
        }
        try statement(
            "UPDATE user SET (\(columns)) = (?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE id = ?"
        )
        .run(photo, rowID)
    }
}
