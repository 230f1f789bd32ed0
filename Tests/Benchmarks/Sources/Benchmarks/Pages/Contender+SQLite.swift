import Foundation
import GRDB
import TimelineCore

/// The other ways to read on the same file.
///
/// All fill the page's rows with the engine's own statement, so what differs is how the identifiers are found.
extension Contender {
    static func onSQLite(_ store: BenchmarkStore) -> [Contender] {
        [
            Contender(
                name: "ready-made inbox",
                store,
                """
                SELECT id FROM inbox
                WHERE reader = (SELECT id FROM user WHERE uuid = ?1) AND id < ?2
                ORDER BY id DESC LIMIT 50
                """
            ),
            Contender(
                name: "plain join",
                store,
                """
                SELECT p.id FROM post p JOIN follow f ON f.followed = p.author
                WHERE f.follower = (SELECT id FROM user WHERE uuid = ?1) AND f.is_set AND p.id < ?2
                ORDER BY p.id DESC LIMIT 50
                """
            ),
            Contender(name: "everything, sorted") { reader, cursor in
                let sql = """
                    SELECT p.id FROM follow f JOIN post p ON p.author = f.followed
                    WHERE f.follower = (SELECT id FROM user WHERE uuid = ?1) AND f.is_set AND p.id < ?2
                    """
                let ids = try store.ids(sql, reader, cursor).sorted(by: >)
                return try store.repository.read {
                    try $0.posts(Array(ids.prefix(limit)), for: reader.id)
                }
            },
        ]
    }

    /// One statement finds the identifiers.
    private init(name: String, _ store: BenchmarkStore, _ sql: String) {
        self.init(name: name) { reader, cursor in
            let ids = try store.ids(sql, reader, cursor)
            return try store.repository.read { try $0.posts(ids, for: reader.id) }
        }
    }
}

extension BenchmarkStore {
    fileprivate func ids(_ sql: String, _ reader: Reader, _ cursor: Post.ID?) throws -> [Post.ID] {
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
