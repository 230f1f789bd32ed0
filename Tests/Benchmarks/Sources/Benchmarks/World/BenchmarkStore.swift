import Foundation
import GRDB
import TimelineArgon2
import TimelineCore
import TimelineSQLite

/// A store with a generated world and its readers, made once and kept for the next run.
struct BenchmarkStore {
    let repository: SQLiteRepository
    let engine: TimelineEngine
    /// A connection of the benchmark's own to the same file, for the other ways to read.
    let database: DatabasePool
    let size: WorldSize
    let readers: [Reader]

    /// Opens the world of a size within a folder of worlds.
    init(in worlds: URL, size: WorldSize) throws {
        self.size = size
        let folder = worlds.appending(path: size.name)
        let file = folder.appending(path: "timeline.sqlite")
        let isNew = !FileManager.default.fileExists(atPath: file.path)
        repository = try SQLiteRepository(file: file)
        let world = BenchmarkWorld(size)
        if isNew { try world.fill(repository) }
        engine = .reading(repository)
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = -12288") }
        database = try DatabasePool(path: file.path, configuration: configuration)
        readers = try Self.numbered(world.readers, database)
        try makeInboxes()
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

    /// The ready-made inboxes that others keep: every post of everyone followed, for each reader.
    private func makeInboxes() throws {
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

extension TimelineEngine {
    /// An engine that only reads.
    static func reading(_ repository: any Repository) -> TimelineEngine {
        TimelineEngine(
            repository: repository,
            blobs: InMemoryBlobStore(),
            hasher: Argon2Hasher()
        )
    }
}
