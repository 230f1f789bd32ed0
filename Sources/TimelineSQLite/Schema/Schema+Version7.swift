extension Schema {
    /// Migrates to version 7, which adds public copies of photos, places as integers, and arrival
    /// numbers.
    ///
    /// Foreign keys must be off, because the table of posts is replaced. The migration copies every
    /// post and fills the R-tree. Photos are converted later, in separate transactions (decision
    /// 23).
    static func version7(_ connection: Connection) throws {
        try photos7(connection)
        try news7(connection)
    }
}
