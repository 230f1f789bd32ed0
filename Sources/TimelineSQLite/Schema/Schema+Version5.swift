import GRDB

extension Schema {
    /// The fifth version: a number that grows when what is shown of a user changes.
    ///
    /// A trigger keeps it, so that a program of an earlier version which has the store open keeps it too.
    static func version5(_ database: Database) throws {
        let columns = [
            "shown_name", "display_name", "bio", "url", "avatar_blob", "avatar_media_type",
            "avatar_width", "avatar_height", "avatar_alt", "avatar_thumb_hash",
        ]
        try database.execute(
            sql: """
                ALTER TABLE clock ADD COLUMN profiles INTEGER NOT NULL DEFAULT 0;
                CREATE TRIGGER user_profile_update AFTER UPDATE OF \(columns.joined(separator: ", ")) ON user
                WHEN \(columns.map { "old.\($0) IS NOT new.\($0)" }.joined(separator: " OR ")) BEGIN
                    UPDATE clock SET profiles = profiles + 1;
                END;
                """
        )
    }
}
