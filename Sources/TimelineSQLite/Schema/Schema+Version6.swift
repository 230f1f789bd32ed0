import GRDB

extension Schema {
    /// The sixth version: accounts whose sessions expire by an index, IDs that can move, read intervals.
    static func version6(_ database: Database) throws {
        try database.execute(sql: [accounts6, ids6, reading6, doctor6].joined(separator: "\n"))
    }

    /// Accounts, sessions and failed logins.
    private static let accounts6 = """
        CREATE INDEX session_last_used ON session (last_used_at);

        """

    /// IDs, stamps and aliases.
    private static let ids6 = ""

    /// The read position.
    private static let reading6 = ""

    /// Data that only the doctor reads.
    private static let doctor6 = ""
}
