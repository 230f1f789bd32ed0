import TimelineCore

/// A table of LWW registers that are on or off, with a key of two columns.
///
/// A register that is off still has a row, because its stamp determines whether an older change
/// that arrives later can turn the register on. Rows are deleted only if a user or post is deleted.
///
/// Every row has an arrival number, which changes only when the register is turned on or off
/// (decision 27).
struct RegisterTable {
    /// The statement that inserts a row.
    ///
    /// Its parameters are both parts of the key, the stamp, the value, and the arrival number.
    fileprivate let insert: String
    /// The statement that replaces a row, with the same parameters as ``insert``.
    fileprivate let replace: String
    /// The statement that reads a row, with both parts of the key as parameters.
    fileprivate let select: String

    static let likes = RegisterTable(
        "post_like",
        key: "post",
        "user",
        derived: ("author", "(SELECT author FROM post WHERE id = ?1)")
    )
    static let follows = RegisterTable("follow", key: "follower", "followed")

    /// Creates the statements for a table.
    ///
    /// - Parameters:
    ///   - name: The name of the table.
    ///   - first: The first column of the key.
    ///   - second: The second column of the key.
    ///   - derived: A column that is derived from the key, and the SQL for its value.
    private init(
        _ name: String,
        key first: String,
        _ second: String,
        derived: (column: String, value: String)? = nil
    ) {
        let column = derived.map { ", \($0.column)" } ?? ""
        let value = derived.map { ", \($0.value)" } ?? ""
        insert = """
            INSERT INTO \(name) (\(first), \(second), stamp, is_set, arrival\(column))
            VALUES (?1, ?2, ?3, ?4, ?5\(value)) ON CONFLICT DO NOTHING
            """
        // A change that only raises the stamp of a register is not news.
        replace = """
            UPDATE \(name) SET stamp = ?3, is_set = ?4, arrival = iif(is_set = ?4, arrival, ?5)
            WHERE \(first) = ?1 AND \(second) = ?2
            """
        select = "SELECT stamp, is_set FROM \(name) WHERE \(first) = ? AND \(second) = ?"
    }
}

extension WriteTransaction {
    /// Merges a register into a table.
    ///
    /// Inserting the row first saves a lookup for new registers, which are the most frequent. Only
    /// if the row already exists, a second statement reads it, and a third may replace it.
    ///
    /// - Parameters:
    ///   - register: The new value and its stamp.
    ///   - table: The table.
    ///   - first: The value of the first column of the key.
    ///   - second: The value of the second column of the key.
    ///   - isForced: Whether to replace the stored register even if it wins.
    /// - Returns: The change in the number of registers that are on (-1, 0 or 1), or `nil` if the
    ///   stored register wins.
    /// - Throws: `SQLiteError`.
    func merge(
        _ register: LWWRegister<Bool>,
        into table: RegisterTable,
        key first: any StatementArgument,
        _ second: any StatementArgument,
        isForced: Bool = false
    ) throws -> Int? {
        let arrival = arrival(of: register.stamp)
        let inserted = try statement(table.insert)
            .run(first, second, register.stamp, register.value, arrival)
        if inserted > 0 { return register.value ? 1 : 0 }
        let stored = try statement(table.select)
            .first(first, second) { LWWRegister($0.bool(1), at: $0.pushID(0)) }
        let forced = (register.value ? 1 : 0) - (stored?.value == true ? 1 : 0)
        let merged = LWWRegister.step(from: stored, to: register)
        guard let step = isForced ? forced : merged else { return nil }
        try statement(table.replace)
            .run(first, second, register.stamp, register.value, arrival)
        return step
    }
}
