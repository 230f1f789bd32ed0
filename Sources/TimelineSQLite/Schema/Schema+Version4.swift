import GRDB

extension Schema {
    /// The fourth version: a number that tells whether posts were deleted.
    static func version4(_ database: Database) throws {
        try database.execute(
            sql: "ALTER TABLE clock ADD COLUMN deletions INTEGER NOT NULL DEFAULT 0"
        )
    }
}
