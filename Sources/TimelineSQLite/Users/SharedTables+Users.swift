import TimelineCore

extension SharedTables {
    /// Returns the row ID of a user, or `nil` if the store does not contain the user.
    ///
    /// A row may have been created by a profile, another record or a removal.
    func rowID(of user: User.ID) throws -> Int64? {
        try statement("SELECT id FROM user WHERE uuid = ?").first(user) { $0.int64(0) }
    }

    /// Returns the row ID of a user with a profile.
    ///
    /// Returns `nil` if the user has not arrived or was removed.
    func rowID(ofVisible user: User.ID) throws -> Int64? {
        try statement("SELECT id FROM user WHERE uuid = ? AND username IS NOT NULL")
            .first(user) { $0.int64(0) }
    }

    /// Returns the user with the given row ID, or `nil` if the user has no profile.
    func user(rowID: Int64) throws -> User? {
        try statement("SELECT \(User.columns) FROM user u WHERE id = ? AND username IS NOT NULL")
            .first(rowID) { User($0) }
    }

    /// Returns the newest stamp of an author's records, whether or not they are live.
    func newestStamp(of author: User.ID) throws -> PushID {
        try statement("SELECT newest_stamp FROM user WHERE uuid = ?").first(author) { $0.pushID(0) }
            ?? .min
    }

    /// Writes the columns of a user's avatar.
    ///
    /// The caller writes the stamp of the register.
    ///
    /// - Parameters:
    ///   - photo: The avatar, or `nil` to clear all of its columns.
    ///   - rowID: The user's row ID.
    /// - Throws: `SQLiteError`.
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
