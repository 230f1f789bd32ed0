import GRDB

extension Schema {
    /// Version 7: public copies of photos, places as integers, and arrival numbers.
    ///
    /// Runs with foreign keys off, since it replaces the table of posts. Copies every post, and
    /// fills the R-tree; photos are converted later, in transactions of their own (decision 23).
    static func version7(_ database: Database) throws {
        try photos7(database)
        try news7(database)
    }
}
