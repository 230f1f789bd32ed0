import Foundation
import GRDB
import TimelineCore

/// Alternatives to Timeline's query plans that use the same database file.
///
/// They select only the IDs of a page. The engine reads the posts, as it does for Timeline.
extension Implementation {
    /// Returns Timeline and the alternatives that read only through indexes, which are fast enough
    /// for large datasets.
    static func indexed(_ store: BenchmarkStore) async throws -> [Implementation] {
        try store.createInboxes()
        return [try await .session(timeline, of: store.owner, readers: store.readers)]
            + onSQLite(store).filter { $0.name != fullSort }
    }

    /// Returns the alternatives to Timeline: the precomputed inbox, the plain join and the full
    /// sort.
    static func onSQLite(_ store: BenchmarkStore) -> [Implementation] {
        [
            Implementation(
                name: inbox,
                store: store,
                sql: """
                    SELECT id FROM inbox
                    WHERE reader = (SELECT id FROM user WHERE uuid = ?1) AND id < ?2
                    ORDER BY id DESC LIMIT 50
                    """
            ),
            Implementation(
                name: plainJoin,
                store: store,
                sql: """
                    SELECT p.id FROM post p JOIN follow f ON f.followed = p.author
                    WHERE f.follower = (SELECT id FROM user WHERE uuid = ?1) AND p.id < ?2
                    ORDER BY p.id DESC LIMIT 50
                    """
            ),
            Implementation(name: fullSort) { reader, cursor in
                let sql = """
                    SELECT p.id FROM follow f JOIN post p ON p.author = f.followed
                    WHERE f.follower = (SELECT id FROM user WHERE uuid = ?1) AND p.id < ?2
                    """
                let ids = try store.ids(sql, for: reader, before: cursor).sorted(by: >)
                return try store.repository.read {
                    try $0.posts(Array(ids.prefix(limit)), for: reader.id)
                }
            },
        ]
    }

    /// Creates an implementation that selects the IDs with a single statement.
    private init(name: String, store: BenchmarkStore, sql: String) {
        self.init(name: name) { reader, cursor in
            let ids = try store.ids(sql, for: reader, before: cursor)
            return try store.repository.read { try $0.posts(ids, for: reader.id) }
        }
    }
}

extension BenchmarkStore {
    fileprivate func ids(
        _ sql: String,
        for reader: Reader,
        before cursor: Post.ID?
    ) throws -> [Post.ID] {
        let before = Data((cursor?.pushID ?? .max).bytes)
        return try database.read { database in
            let statement = try database.cachedStatement(sql: sql)
            let rows = try Row.fetchCursor(statement, arguments: [reader.id.data, before])
            var ids: [Post.ID] = []
            while let row = try rows.next() {
                ids.append(Post.ID(PushID(bytes: row[0] as Data) ?? .min))
            }
            return ids
        }
    }
}
