import Foundation
import GRDB
import TimelineCore
import TimelineSQLite

/// A store with a dataset.
///
/// The first run creates the store, and later runs reuse it.
struct BenchmarkStore {
    let repository: SQLiteRepository
    let owner: StoreOwner
    /// A connection pool for the same file, used by the alternative implementations.
    let database: DatabasePool
    let size: DatasetSize
    let folder: URL
    let readers: [Reader]

    private static let fileName = "timeline.sqlite"

    /// Opens the dataset of the given size in a folder of datasets and creates it if necessary.
    ///
    /// Readers log in before anything is measured.
    init(in datasets: URL, size: DatasetSize) async throws {
        self.size = size
        folder = datasets.appending(path: size.folderName)
        let dataset = BenchmarkDataset(size)
        if !FileManager.default.fileExists(atPath: folder.path) {
            try await Self.create(dataset, in: folder)
        }
        let file = folder.appending(path: Self.fileName)
        try Self.read(file)
        repository = try SQLiteRepository(file: file)
        owner = .reading(repository)
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = -12288") }
        database = try DatabasePool(path: file.path, configuration: configuration)
        for reader in dataset.readers { _ = try await owner.session(of: reader) }
        readers = try await database.read { database in
            try dataset.readers.compactMap { reader in
                let sql = "SELECT id, uuid FROM user WHERE username = ?"
                return try Row.fetchOne(database, sql: sql, arguments: [reader.username])
                    .map { reader.with(rowID: $0[0], id: User.ID($0[1] as UUID)) }
            }
        }
    }

    /// The database file.
    var file: URL { folder.appending(path: Self.fileName) }

    /// Creates the folder under a temporary name and renames it when it is complete.
    ///
    /// An interrupted run therefore leaves no incomplete dataset behind.
    private static func create(_ dataset: BenchmarkDataset, in folder: URL) async throws {
        let draft = folder.appendingPathExtension("draft")
        if FileManager.default.fileExists(atPath: draft.path) {
            try FileManager.default.removeItem(at: draft)
        }
        try await dataset.load(into: SQLiteRepository(file: draft.appending(path: fileName)))
        try FileManager.default.moveItem(at: draft, to: folder)
    }

    /// Reads the whole file once, so that the first measured pages find it in the system's page
    /// cache, like later pages.
    private static func read(_ file: URL) throws {
        let handle = try FileHandle(forReadingFrom: file)
        defer { try? handle.close() }
        while let bytes = try handle.read(upToCount: 1 << 24), !bytes.isEmpty {}
    }

    /// The reader with 1,000 followed users, or the last reader if none exists.
    var thousand: Reader {
        get throws { try reader(following: 1000) }
    }

    /// The reader with 100 followed users, or the last reader if none exists.
    var hundred: Reader {
        get throws { try reader(following: 100) }
    }

    private func reader(following count: Int) throws -> Reader {
        guard let reader = readers.first(where: { $0.followed == count }) ?? readers.last else {
            throw BenchmarkFailure(reason: "The dataset has no readers.")
        }
        return reader
    }

    /// Opens the store again with empty caches.
    func reopened() throws -> StoreOwner {
        .reading(try SQLiteRepository(file: file))
    }
}

extension BenchmarkStore {
    /// Returns the cursor of a reader's page in the ``PagePosition/middle``.
    func middle(of reader: Reader) throws -> Post.ID? {
        let own =
            "follow f JOIN post p ON p.author = f.followed WHERE f.follower = \(reader.rowID)"
        return try database.read { database in
            let sql = "SELECT count(*) FROM \(own)"
            let count = try Int.fetchOne(database, sql: sql) ?? 0
            if count < 4 * Implementation.limit {
                let newer = max(0, count - Implementation.limit - 1)
                return
                    try Data.fetchOne(
                        database,
                        sql: "SELECT p.id FROM \(own) ORDER BY p.id DESC LIMIT 1 OFFSET \(newer)"
                    )
                    .flatMap { PushID(bytes: $0) }.map { Post.ID($0) }
            }
            // The generator spreads posts evenly over time.
            let posts = reader.isDormant ? own : "post p"
            let ends = try ["min", "max"]
                .compactMap {
                    try Data.fetchOne(database, sql: "SELECT \($0)(p.id) FROM \(posts)")
                }
                .compactMap { PushID(bytes: $0)?.milliseconds }
            let middle = ends.reduce(0, +) / 2
            return ends.isEmpty ? nil : Post.ID(PushID(milliseconds: middle, bits: (0, 0)))
        }
    }

    /// Creates and fills the table of precomputed inboxes if it does not exist.
    func createInboxes() throws {
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
                        WHERE f.follower = ?
                        """,
                    arguments: [reader.rowID]
                )
            }
        }
    }
}

extension Repository {
    /// Applies signed records.
    func apply(_ records: [VerifiedRecord]) throws {
        try apply(StoreOwner.reading(self).check(records))
    }
}
