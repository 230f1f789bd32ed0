import TimelineCore

/// A table of LWW registers, each on or off, with a key of two columns.
///
/// A register that is off keeps its row: the stamp decides whether an older change that arrives
/// later may turn it on. Only the removal of a user, or of a post, deletes rows.
///
/// Every row has an arrival number, which changes only when the register is switched (decision 27).
struct RegisterTable {
    /// Its parameters are both parts of the key, the stamp, the value, and the arrival number.
    fileprivate let insert: String
    /// Its parameters are the same.
    fileprivate let replace: String
    /// Its parameters are both parts of the key.
    fileprivate let select: String

    static let likes = RegisterTable(
        "post_like",
        key: "post",
        "user",
        derived: ("author", "(SELECT author FROM post WHERE id = ?1)")
    )
    static let follows = RegisterTable("follow", key: "follower", "followed")

    /// Builds the statements once.
    ///
    /// - Parameters:
    ///   - name: the table.
    ///   - first: the first column of the key.
    ///   - second: the second column of the key.
    ///   - derived: a column that follows from the key, and its value.
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
        // A register that only gets a newer stamp is no news.
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
    /// Inserting first saves the look-up for new registers, which are the most.
    ///
    /// A second statement reads the stored register, and a third replaces it, only if the row
    /// exists already.
    ///
    /// - Parameters:
    ///   - register: the new value and its stamp.
    ///   - table: the table.
    ///   - first: the first column of the key.
    ///   - second: the second column of the key.
    /// - Returns: the change in the number of registers that are on: -1, 0 or 1; `nil` when the
    ///   stored register wins.
    /// - Throws: `DatabaseError`.
    func merge(
        _ register: LWWRegister<Bool>,
        into table: RegisterTable,
        key first: any StatementArgument,
        _ second: any StatementArgument
    ) throws -> Int? {
        let arrival = arrival(of: register.stamp)
        let inserted = try statement(table.insert)
            .run(first, second, register.stamp, register.value, arrival)
        if inserted > 0 { return register.value ? 1 : 0 }
        let stored = try statement(table.select)
            .first(first, second) { LWWRegister($0.bool(1), at: $0.pushID(0)) }
        guard let step = LWWRegister.step(from: stored, to: register) else { return nil }
        try statement(table.replace)
            .run(first, second, register.stamp, register.value, arrival)
        return step
    }
}
