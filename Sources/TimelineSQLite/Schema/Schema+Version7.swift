import GRDB

extension Schema {
    /// Version 7: arrival numbers.
    static func version7(_ database: Database) throws {
        try news7(database)
    }
}
