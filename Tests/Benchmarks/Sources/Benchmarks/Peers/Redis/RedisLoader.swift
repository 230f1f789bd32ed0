import Foundation
import GRDB
import TimelineCore

/// A loader that copies a store to Redis, as hashes of posts and users, sets of likers, and
/// inboxes.
struct RedisLoader {
    private let redis: RedisConnection
    /// The maximum number of commands in a pipeline.
    private static let pipelineLength = 2000

    init(_ redis: RedisConnection) { self.redis = redis }

    func load(_ store: BenchmarkStore) throws {
        try store.database.read { database in
            try loadUsers(from: database)
            try loadPosts(from: database)
            try loadLikes(from: database)
            for reader in store.readers { try loadInbox(of: reader, from: database) }
        }
    }

    private func loadUsers(from database: Database) throws {
        let sql = "SELECT id, uuid, shown_name, display_name, bio, url FROM user"
        try load(sql, from: database) { row in
            ["HSET", .key(prefix: "user:", id: Self.bigEndian(row[0]))]
                + fields(RedisInboxes.userFields, of: row)
        }
    }

    private func loadPosts(from database: Database) throws {
        let sql = """
            SELECT p.id, p.caption, h.blob, h.media_type, h.width, h.height, h.alt, h.thumb_hash, p.like_count,
                p.comment_count, p.place_name, p.latitude / 1e7, p.longitude / 1e7
            FROM post p JOIN photo h ON h.post = p.id
            """
        try load(sql, from: database) { row in
            ["HSET", .key(prefix: "post:", id: [UInt8](row[0] as Data))]
                + fields(RedisInboxes.postFields, of: row)
        }
    }

    private func loadLikes(from database: Database) throws {
        let sql = "SELECT post, group_concat(user) FROM post_like GROUP BY post"
        try load(sql, from: database) { row in
            ["SADD", .key(prefix: "likes:", id: [UInt8](row[0] as Data))]
                + (row[1] as String).split(separator: ",").map { .text(String($0)) }
        }
    }

    private func loadInbox(of reader: Reader, from database: Database) throws {
        let sql = """
            SELECT i.id, p.author FROM inbox i JOIN post p ON p.id = i.id WHERE i.reader = \(reader.rowID)
            """
        try load(sql, from: database) { row in
            let member = [UInt8](row[0] as Data) + Self.bigEndian(row[1])
            return ["ZADD", .text("inbox:\(reader.rowID)"), "0", .bytes(member)]
        }
    }

    /// Sends one command for each row of a query.
    private func load(
        _ sql: String,
        from database: Database,
        command: (Row) -> [RedisWord]
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

    /// Returns the columns after the first as alternating names and values.
    ///
    /// NULL values are omitted.
    private func fields(_ names: [RedisWord], of row: Row) -> [RedisWord] {
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

    /// Returns the lower 32 bits of a number as big-endian bytes.
    private static func bigEndian(_ number: Int64) -> [UInt8] {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: number).bigEndian) { Array($0) }
    }
}
