import Foundation
import GRDB
import TimelineCore

extension SQLiteSocial {
    func setLike(_ isLiked: Bool, of post: Post.ID, _ change: Change) throws {
        guard try isThere(post, neededBy: change),
            let user = try row(of: change.author, neededBy: change)
        else { return }
        let setting = Stamped(isLiked, at: change.stamp)
        let step = try set(setting, in: "post_like (post, user, stamp, is_set)") { statement in
            statement.bind(post.pushID, at: 1)
            statement.bind(user, at: 2)
        }
        if let step { add(step, to: .likes(of: post)) }
    }

    /// Writes a setting into a table whose first two columns are its key, when what stands there is older.
    ///
    /// - Parameters:
    ///   - setting: what is set, and when.
    ///   - table: the table with its four columns.
    ///   - bindKey: binds the key to the parameters 1 and 2.
    /// - Returns: by how much the number of what is set changes; `nil` when a newer setting stands.
    /// - Throws: a failure of storage.
    func set(
        _ setting: Stamped<Bool>,
        in table: String,
        key bindKey: (HotStatement) -> Void
    ) throws -> Int? {
        if try write(
            setting,
            "INSERT INTO \(table) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
            bindKey
        ) {
            return setting.value ? 1 : 0
        }
        let former = try former(in: table, bindKey)
        guard let step = Stamped.step(from: former, to: setting) else { return nil }
        _ = try write(setting, "INSERT OR REPLACE INTO \(table) VALUES (?, ?, ?, ?)", bindKey)
        return step
    }

    private func write(
        _ setting: Stamped<Bool>,
        _ sql: String,
        _ bindKey: (HotStatement) -> Void
    ) throws -> Bool {
        let statement = try HotStatement(sql, in: database)
        bindKey(statement)
        statement.bind(setting.stamp, at: 3)
        statement.bind(setting.value ? 1 : 0, at: 4)
        return try statement.run() > 0
    }

    private func former(
        in table: String,
        _ bindKey: (HotStatement) -> Void
    ) throws -> Stamped<Bool>? {
        let columns = table.split { " (),".contains($0) }
        let statement = try HotStatement(
            "SELECT stamp, is_set FROM \(columns[0]) WHERE \(columns[1]) = ? AND \(columns[2]) = ?",
            in: database
        )
        bindKey(statement)
        var former: Stamped<Bool>?
        try statement.forEach { row in
            former = Stamped(row.int(1) != 0, at: row.pushID(0))
            return false
        }
        return former
    }
}
