extension Schema {
    /// Migrates to version 4, which adds a counter of batches that delete posts.
    ///
    /// Caches compared the counter with its previous value. Version 7 replaced it with the epoch
    /// (decision 24).
    static func version4(_ connection: Connection) throws {
        try connection.execute(
            "ALTER TABLE clock ADD COLUMN deletions INTEGER NOT NULL DEFAULT 0"
        )
    }
}
