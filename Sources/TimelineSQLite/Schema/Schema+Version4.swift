import GRDB

extension Schema {
    /// Version 4: a counter of batches that delete posts.
    static func version4(_ database: Database) throws {
        try database.execute(
            sql: "ALTER TABLE clock ADD COLUMN deletions INTEGER NOT NULL DEFAULT 0"
        )
    }
}
