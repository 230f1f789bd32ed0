import Foundation
import GRDB
import TimelineArchive
import TimelineCore
import TimelineSQLite

/// The rates of a bulk load.
struct BulkResult {
    /// The number of posts per second that are made and signed, each with a photo, and a comment on
    /// every third.
    let signed: Double
    /// The number of posts per second that `apply` then loads, with all words indexed.
    let applied: Double
    /// The number of posts per second that SQLite copies from another file, with the same records,
    /// photos and comments but without indexing words.
    let copied: Double
    /// The number of posts per second that SQLite copies without their photos.
    let copiedWithoutPhotos: Double
    /// The number of posts per second that GRDB inserts with one prepared statement per row, with
    /// the same photos and comments but without indexing words.
    let inserted: Double

    /// The number of posts per second that are signed and then applied.
    var loaded: Double { 1 / (1 / signed + 1 / applied) }
}

/// A benchmark that loads a dataset through the repository and copies the same rows with SQLite
/// alone.
struct BulkBenchmark {
    private let folder: URL
    private static let posts = 200_000
    /// The number of records per applied batch, and of rows per copied batch.
    private static let batchSize = 50_000

    init(in folder: URL) {
        self.folder = folder.appending(path: "bulk-\(UUID().uuidString)")
    }

    func run() throws -> BulkResult {
        // `try?` is used because the benchmark succeeds even if the folder cannot be deleted.
        defer { try? FileManager.default.removeItem(at: folder) }
        let ours = folder.appending(path: "ours.sqlite")
        let (signed, applied) = try load(into: ours)
        let result = BulkResult(
            signed: signed,
            applied: applied,
            copied: try copy(Self.tables, of: ours, to: "copy.sqlite"),
            copiedWithoutPhotos: try copy(
                Self.tables.filter { $0.name != "photo" },
                of: ours,
                to: "bare.sqlite"
            ),
            inserted: try insert(ours, to: "inserted.sqlite")
        )
        printProgress(
            "Bulk load: \(Int(signed)) posts signed, \(Int(applied)) applied and \(Int(result.copied)) copied per second"
        )
        return result
    }

    /// The copied tables, each with the column that contains the ID of the post.
    private static let tables: [(name: String, key: String)] = [
        ("record", "post"), ("post", "id"), ("photo", "post"), ("comment", "post"),
    ]

    /// Loads the posts, and returns the rates of signing and of applying.
    private func load(into file: URL) throws -> (signed: Double, applied: Double) {
        let repository = try SQLiteRepository(file: file)
        let shape = GeneratedDataset.Shape(
            users: 5000,
            posts: Self.posts,
            follows: 0,
            likes: 0,
            postsPerTag: 0,
            postsPerPlace: 0,
            photos: [BenchmarkDataset.photo]
        )
        var (signing, applying): (Duration, Duration) = (.zero, .zero)
        var start = ContinuousClock.now
        for batch in GeneratedDataset(shape).batches(of: Self.batchSize) {
            let middle = ContinuousClock.now
            try repository.apply(batch)
            signing += middle - start
            start = .now
            applying += start - middle
        }
        let posts = Double(Self.posts)
        return (posts / (signing / .seconds(1)), posts / (applying / .seconds(1)))
    }

    /// Creates an empty store, attaches the source to it and copies the users.
    private func makeCopy(of source: URL, at name: String) throws -> DatabaseQueue {
        let file = folder.appending(path: name)
        // Creates the same tables. The copying connection lacks the repository's SQL functions.
        _ = try SQLiteRepository(file: file)
        let database = try DatabaseQueue(path: file.path)
        try database.inDatabase { database in
            try database.execute(
                sql: """
                    PRAGMA synchronous = FULL;
                    PRAGMA cache_size = -49152;
                    ATTACH '\(source.path)' AS source;
                    INSERT INTO user SELECT * FROM source.user;
                    """
            )
        }
        return database
    }

    /// Returns the rate at which SQLite copies the given tables.
    private func copy(
        _ tables: [(name: String, key: String)],
        of source: URL,
        to name: String
    ) throws -> Double {
        try makeCopy(of: source, at: name)
            .inDatabase { database in
                let steps = try Data.fetchAll(
                    database,
                    sql: """
                        SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) AS number FROM source.post)
                        WHERE number % \(Self.batchSize) = 0 ORDER BY id
                        """
                )
                return try rate {
                    for (first, last) in zip([Data(count: 15)] + steps, steps) {
                        try database.inTransaction {
                            for table in tables {
                                try database.execute(
                                    sql: """
                                        INSERT INTO main.\(table.name) SELECT * FROM source.\(table.name)
                                        WHERE \(table.key) > ? AND \(table.key) <= ? ORDER BY 1
                                        """,
                                    arguments: [first, last]
                                )
                            }
                            return .commit
                        }
                    }
                }
            }
    }

    /// Returns the rate at which GRDB inserts the same rows, each by executing a prepared statement.
    private func insert(_ source: URL, to name: String) throws -> Double {
        try makeCopy(of: source, at: name)
            .inDatabase { database in
                let rows = try Self.tables.map { table in
                    try Row.fetchAll(database, sql: "SELECT * FROM source.\(table.name) ORDER BY 1")
                        .map { Array($0.databaseValues) }
                }
                return try rate {
                    for (table, rows) in zip(Self.tables, rows) {
                        for start in stride(from: 0, to: rows.count, by: Self.batchSize) {
                            try database.inTransaction {
                                let statement = try database.makeStatement(
                                    sql: """
                                        INSERT INTO main.\(table.name)
                                        VALUES (\(databaseQuestionMarks(count: rows[0].count)))
                                        """
                                )
                                for row in rows[start..<min(start + Self.batchSize, rows.count)] {
                                    statement.setUncheckedArguments(StatementArguments(row))
                                    try statement.execute()
                                }
                                return .commit
                            }
                        }
                    }
                }
            }
    }

    private func rate(_ work: () throws -> Void) rethrows -> Double {
        let start = ContinuousClock.now
        try work()
        return Double(Self.posts) / ((ContinuousClock.now - start) / .seconds(1))
    }
}
