import Foundation
import GRDB
import TimelineCore

/// Fills Redis with what the store has: hashes of posts and users, sets of likers, and the readers' inboxes.
struct RedisLoader {
    private let redis: RedisConnection
    private static let pipelineLength = 2000

    init(_ redis: RedisConnection) { self.redis = redis }

    func load(_ store: BenchmarkStore) throws {
        try store.database.read { database in
            try loadUsers(database)
            try loadPosts(database)
            try loadLikes(database)
            for reader in store.readers { try loadInbox(of: reader, database) }
        }
    }

    private func loadUsers(_ database: Database) throws {
        let sql = "SELECT id, uuid, shown_name, display_name, bio, url FROM user"
        try load(sql, database) { row in
            ["HSET", .key("user:", Self.number(row[0]))] + fields(RedisInboxes.userFields, row)
        }
    }

    private func loadPosts(_ database: Database) throws {
        let sql = """
            SELECT p.id, p.caption, h.blob, h.media_type, h.width, h.height, h.alt, h.thumb_hash, p.like_count,
                p.comment_count, p.place_name, p.latitude, p.longitude
            FROM post p JOIN photo h ON h.post = p.id
            """
        try load(sql, database) { row in
            ["HSET", .key("post:", [UInt8](row[0] as Data))]
                + fields(RedisInboxes.postFields, row)
        }
    }

    private func loadLikes(_ database: Database) throws {
        let sql = "SELECT post, group_concat(user) FROM post_like WHERE is_set GROUP BY post"
        try load(sql, database) { row in
            ["SADD", .key("likes:", [UInt8](row[0] as Data))]
                + (row[1] as String).split(separator: ",").map { .text(String($0)) }
        }
    }

    private func loadInbox(of reader: Reader, _ database: Database) throws {
        let sql = """
            SELECT i.id, p.author FROM inbox i JOIN post p ON p.id = i.id WHERE i.reader = \(reader.number)
            """
        try load(sql, database) { row in
            let member = [UInt8](row[0] as Data) + Self.number(row[1])
            return ["ZADD", .text("inbox:\(reader.number)"), "0", .bytes(member)]
        }
    }

    /// Makes a command of each row.
    private func load(
        _ sql: String,
        _ database: Database,
        _ command: (Row) -> [RedisWord]
    ) throws {
        let rows = try Row.fetchCursor(database, sql: sql)
        var pipeline = RedisPipeline()
        while let row = try rows.next() {
            pipeline.add(command(row))
            guard pipeline.count == Self.pipelineLength else { continue }
            try redis.run(pipeline)
            pipeline = RedisPipeline()
        }
        try redis.run(pipeline)
    }

    /// The columns after the first, each after its name; empty ones are left out.
    private func fields(_ names: [RedisWord], _ row: Row) -> [RedisWord] {
        names.enumerated()
            .flatMap { index, name -> [RedisWord] in
                switch (row[index + 1] as DatabaseValue).storage {
                case .null: []
                case .int64(let number): [name, .text(String(number))]
                case .double(let number): [name, .text(String(number))]
                case .string(let text): [name, .text(text)]
                case .blob(let data): [name, .bytes([UInt8](data))]
                }
            }
    }

    /// Four bytes, most significant first.
    private static func number(_ number: Int64) -> [UInt8] {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: number).bigEndian) { Array($0) }
    }
}
