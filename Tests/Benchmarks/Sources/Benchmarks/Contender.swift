import Foundation
import GRDB
import TimelineCore

/// A way to read a page of the home timeline.
///
/// All fill the page's rows in the same way, with the engine's own statement, so what differs is how the
/// identifiers are found.
struct Contender {
    let name: String
    /// Reads the page of 50 posts before a cursor.
    let page: (Reader, Post.ID?) async throws -> [PostView]

    static let limit = 50

    /// All contenders, ours first.
    static func all(in store: BenchmarkStore) -> [Contender] {
        [
            Contender(name: "Timeline") { reader, cursor in
                try await store.engine.timeline(of: reader.id, before: cursor, limit: limit).posts
            },
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

    private init(name: String, page: @escaping (Reader, Post.ID?) async throws -> [PostView]) {
        self.name = name
        self.page = page
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
