import TimelineCore

/// A table of what is set or not, by a key of two columns: the statements that read and write it.
struct SettingTable {
    fileprivate let insert: String
    fileprivate let replace: String
    fileprivate let select: String

    static let likes = SettingTable("post_like", key: "post", "user")
    static let follows = SettingTable("follow", key: "follower", "followed")

    private init(_ name: String, key first: String, _ second: String) {
        let values = "INTO \(name) (\(first), \(second), stamp, is_set) VALUES (?, ?, ?, ?)"
        insert = "INSERT \(values) ON CONFLICT DO NOTHING"
        replace = "INSERT OR REPLACE \(values)"
        select = "SELECT stamp, is_set FROM \(name) WHERE \(first) = ? AND \(second) = ?"
    }
}

extension SQLiteSocial {
    /// Writes a setting, when what stands there is older.
    ///
    /// - Parameters:
    ///   - setting: what is set, and when.
    ///   - table: where.
    ///   - bindKey: binds the key to the parameters 1 and 2.
    /// - Returns: by how much the number of what is set changes; `nil` when a newer setting stands.
    /// - Throws: a failure of storage.
    func set(
        _ setting: LWWRegister<Bool>,
        in table: SettingTable,
        key bindKey: (HotStatement) -> Void
    ) throws -> Int? {
        if try write(setting, table.insert, bindKey) > 0 { return setting.value ? 1 : 0 }
        let former = try former(in: table, bindKey)
        guard let step = LWWRegister.step(from: former, to: setting) else { return nil }
        try write(setting, table.replace, bindKey)
        return step
    }

    @discardableResult
    private func write(
        _ setting: LWWRegister<Bool>,
        _ sql: String,
        _ bindKey: (HotStatement) -> Void
    ) throws -> Int {
        let statement = try HotStatement(sql, in: database)
        bindKey(statement)
        statement.bind(setting.stamp, at: 3)
        statement.bind(setting.value ? 1 : 0, at: 4)
        return try statement.run()
    }

    private func former(
        in table: SettingTable,
        _ bindKey: (HotStatement) -> Void
    ) throws -> LWWRegister<Bool>? {
        let statement = try HotStatement(table.select, in: database)
        bindKey(statement)
        return try statement.first { LWWRegister($0.int(1) != 0, at: $0.pushID(0)) }
    }
}
