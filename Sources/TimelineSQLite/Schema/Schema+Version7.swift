import GRDB

extension Schema {
    /// Version 7: public copies of photos, places as integers, and arrival numbers.
    ///
    /// Runs with foreign keys off, since it replaces the table of posts.
    static func version7(_ database: Database) throws {
        try photos7(database)
        try news7(database)
    }
}
