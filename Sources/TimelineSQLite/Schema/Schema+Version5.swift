extension Schema {
    /// Migrates to version 5, which adds a counter of changes to the visible part of profiles.
    ///
    /// A trigger updates the counter, so it also counts changes by processes of an earlier version
    /// that have the store open.
    ///
    /// Version 7 dropped the trigger and the counter (decision 24).
    static func version5(_ connection: Connection) throws {
        let columns = [
            "shown_name", "display_name", "bio", "url", "avatar_blob", "avatar_media_type",
            "avatar_width", "avatar_height", "avatar_alt", "avatar_thumb_hash",
        ]
        try connection.execute(
            """
            ALTER TABLE clock ADD COLUMN profiles INTEGER NOT NULL DEFAULT 0;
            CREATE TRIGGER user_profile_update AFTER UPDATE OF \(columns.joined(separator: ", ")) ON user
            WHEN \(columns.map { "old.\($0) IS NOT new.\($0)" }.joined(separator: " OR ")) BEGIN
                UPDATE clock SET profiles = profiles + 1;
            END;
            """
        )
    }
}
