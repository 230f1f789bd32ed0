import GRDB

extension Schema {
    /// Version 4: a counter of batches that delete posts.
    ///
    /// Caches compared it with its former value; version 7 replaced it by the epoch (decision 24).
    static func version4(_ database: Database) throws {
        try database.execute(
            sql: "ALTER TABLE clock ADD COLUMN deletions INTEGER NOT NULL DEFAULT 0"
        )
    }
}
