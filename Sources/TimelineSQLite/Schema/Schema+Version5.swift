import GRDB

extension Schema {
    /// The fifth version: a number that tells whether profiles were changed.
    static func version5(_ database: Database) throws {
        try database.execute(
            sql: "ALTER TABLE clock ADD COLUMN profiles INTEGER NOT NULL DEFAULT 0"
        )
    }
}
