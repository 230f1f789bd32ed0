import CSQLite
import TimelineCore

extension WriteTransaction {
    /// Merges the fields of an update into the registers of the author's profile.
    ///
    /// The first username makes the user visible, so the changes that were waiting for the user are
    /// applied. Fields that arrive before the first username are stored in a row without a profile.
    ///
    /// - Parameters:
    ///   - update: The fields to set or clear. All other fields remain unchanged.
    ///   - change: The change, which provides the author and the stamp. The author may be unknown.
    ///   - isForced: Whether to set the fields regardless of the stored stamps.
    /// - Throws: `SQLiteError`.
    func updateProfile(
        _ update: ProfileUpdate,
        from change: Change,
        isForced: Bool = false
    ) throws {
        let rowID = try ensureRow(of: change.author)
        let stamp = change.stamp
        if let name = update.username {
            try claim(name, by: rowID, at: stamp, isForced: isForced)
        }
        try set("bio", to: update.bio, of: rowID, at: stamp, isForced: isForced)
        try set("url", to: update.url, of: rowID, at: stamp, isForced: isForced)
        try set("display_name", to: update.displayName, of: rowID, at: stamp, isForced: isForced)
        if let avatar = update.avatar {
            try setPicture(LWWRegister(avatar.value, at: stamp), of: rowID, isForced: isForced)
        }
        if update.displayName != nil { try updateSearchKey(of: rowID) }
        if update.username != nil { try applyPending(waitingFor: change.author) }
    }

    /// Returns the row ID of a user, inserting a row if none exists.
    ///
    /// - Throws: `SQLiteError`.
    func ensureRow(of user: User.ID) throws -> Int64 {
        try statement("INSERT INTO user (uuid) VALUES (?) ON CONFLICT DO NOTHING").run(user)
        guard let rowID = try tables.rowID(of: user) else {
            throw SQLiteError(SQLITE_CORRUPT, FaultText.insertedUserGone)
        }
        return rowID
    }

    /// Merges a string into the register of a column, or does nothing if `field` is `nil`.
    ///
    /// - Parameters:
    ///   - column: The column, which is one of `SharedTables.registers`. The column of its stamp
    ///     has the suffix `_stamp`.
    ///   - field: The new value, or a value that clears the column.
    ///   - rowID: The user's row ID.
    ///   - stamp: The stamp of the change.
    ///   - isForced: Whether to set the string regardless of the stored stamp.
    /// - Throws: `SQLiteError`.
    private func set(
        _ column: String,
        to field: ProfileUpdate.Field<String>?,
        of rowID: Int64,
        at stamp: PushID,
        isForced: Bool
    ) throws {
        guard let field else { return }
        let stored = try statement(
            """
            SELECT \(column), \(column)_stamp FROM user WHERE id = ? AND \(column)_stamp IS NOT NULL
            """
        )
        .first(rowID) { LWWRegister($0.optionalText(0), at: $0.pushID(1)) }
        if !isForced, var stored, !stored.merge(LWWRegister(field.value, at: stamp)) { return }
        try statement("UPDATE user SET \(column) = ?, \(column)_stamp = ? WHERE id = ?")
            .run(field.value, stamp, rowID)
    }

    /// Merges an avatar into its register.
    ///
    /// The engine removes the blob of the previous avatar after the commit, if it is orphaned.
    private func setPicture(
        _ register: LWWRegister<Photo?>,
        of rowID: Int64,
        isForced: Bool
    ) throws {
        let previous = try statement(
            """
            SELECT avatar_stamp, \(Photo.columns("avatar_"))
            FROM user WHERE id = ? AND avatar_stamp IS NOT NULL
            """
        )
        .first(rowID) { LWWRegister(Photo($0, at: 1), at: $0.pushID(0)) }
        if !isForced, var previous, !previous.merge(register) { return }
        try tables.setPicture(register.value, of: rowID)
        try statement("UPDATE user SET avatar_stamp = ? WHERE id = ?").run(register.stamp, rowID)
    }
}
