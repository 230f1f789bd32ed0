import Foundation
import GRDB
import TimelineCore
import TimelineSQLite

/// A store with a generated world and its readers, made once and kept for the next run.
struct BenchmarkStore {
    let repository: SQLiteRepository
    let owner: StoreOwner
    /// A connection of the benchmark's own to the same file, for the other ways to read.
    let database: DatabasePool
    let size: WorldSize
    let folder: URL
    let readers: [Reader]

    /// Opens the world of a size within a folder of worlds.
    init(in worlds: URL, size: WorldSize) throws {
        self.size = size
        folder = worlds.appending(path: size.name)
        let world = BenchmarkWorld(size)
        if !FileManager.default.fileExists(atPath: folder.path) { try Self.make(world, folder) }
        let file = folder.appending(path: Self.fileName)
        repository = try SQLiteRepository(file: file)
        owner = .reading(repository)
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = -12288") }
        database = try DatabasePool(path: file.path, configuration: configuration)
        readers = try Self.numbered(world.readers, database)
    }

    private static let fileName = "timeline.sqlite"

    /// The database of the world.
    var file: URL { folder.appending(path: Self.fileName) }

    /// Makes the world's folder under another name first, so that half a world is never taken for one.
    private static func make(_ world: BenchmarkWorld, _ folder: URL) throws {
        let draft = folder.appendingPathExtension("draft")
        if FileManager.default.fileExists(atPath: draft.path) {
            try FileManager.default.removeItem(at: draft)
        }
        try world.fill(SQLiteRepository(file: draft.appending(path: fileName)))
        try FileManager.default.moveItem(at: draft, to: folder)
    }

    /// The reader who follows 1,000 users, or as many as there are.
    var thousand: Reader {
        get throws { try reader(following: 1000) }
    }

    /// The reader who follows 100 users, or as many as there are.
    var hundred: Reader {
        get throws { try reader(following: 100) }
    }

    private func reader(following count: Int) throws -> Reader {
        guard let reader = readers.first(where: { $0.followed == count }) ?? readers.last else {
            throw BenchmarkFailure(reason: "The world has no readers.")
        }
        return reader
    }

    /// The same store with empty caches.
    func reopened() throws -> StoreOwner {
        .reading(try SQLiteRepository(file: folder.appending(path: Self.fileName)))
    }

    private static func numbered(
        _ readers: [Reader],
        _ database: DatabasePool
    ) throws -> [Reader] {
        try database.read { database in
            try readers.compactMap { reader in
                let sql = "SELECT id FROM user WHERE uuid = ?"
                return try Int64.fetchOne(database, sql: sql, arguments: [reader.id.data])
                    .map(reader.numbered)
            }
        }
    }

    /// The post in the middle of a reader's timeline, by time, or where fewer than a page would be left, the post that
    /// leaves one; the generator spreads posts evenly.
    func middle(of reader: Reader) throws -> Post.ID? {
        let own = "follow f JOIN post p ON p.author = f.followed WHERE f.follower = \(reader.row)"
        let posts = reader.isDormant ? own : "post p"
        return try database.read { database in
            let sql = "SELECT count(*) FROM \(own)"
            let count = try Int.fetchOne(database, sql: sql) ?? 0
            if count < 4 * Contender.limit {
                let left = max(0, count - Contender.limit - 1)
                return
                    try Data.fetchOne(
                        database,
                        sql: "SELECT p.id FROM \(own) ORDER BY p.id DESC LIMIT 1 OFFSET \(left)"
                    )
                    .flatMap { PushID(bytes: $0) }.map { Post.ID($0) }
            }
            let ends = try ["min", "max"]
                .compactMap {
                    try Data.fetchOne(database, sql: "SELECT \($0)(p.id) FROM \(posts)")
                }
                .compactMap { PushID(bytes: $0)?.milliseconds }
            let middle = ends.reduce(0, +) / 2
            return ends.isEmpty ? nil : Post.ID(PushID(milliseconds: middle, random: (0, 0)))
        }
    }

    /// Makes the ready-made inboxes that others keep, once: every post of everyone followed, for each reader.
    func makeInboxes() throws {
        try database.write { database in
            guard try !database.tableExists("inbox") else { return }
            try database.execute(
                sql: """
                    CREATE TABLE inbox (reader INTEGER, id BLOB, PRIMARY KEY (reader, id)) WITHOUT ROWID
                    """
            )
            for reader in readers {
                try database.execute(
                    sql: """
                        INSERT INTO inbox SELECT f.follower, p.id FROM follow f JOIN post p
                            ON p.author = f.followed
                        WHERE f.follower = ? AND f.is_set
                        """,
                    arguments: [reader.row]
                )
            }
        }
    }
}

extension Repository {
    /// Checks and applies changes.
    func apply(_ changes: [Change]) throws {
        try apply(StoreOwner.reading(self).check(changes))
    }
}
