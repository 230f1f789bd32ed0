import Foundation
import GRDB
import TimelineArchive
import TimelineCore
import TimelineSQLite

/// The rates of a bulk load.
struct BulkResult {
    /// The number of posts per second that `apply` loads, with a comment on every third post and
    /// all words indexed.
    let applied: Double
    /// The number of posts per second that SQLite copies from another file, with the same photos
    /// and comments but without indexing words.
    let copied: Double
}

/// A benchmark that loads a dataset through the repository and copies the same rows with SQLite
/// alone.
struct BulkBenchmark {
    private let folder: URL
    private static let posts = 200_000
    /// The number of changes per applied batch, and of rows per copied batch.
    private static let batchSize = 50_000

    init(in folder: URL) {
        self.folder = folder.appending(path: "bulk-\(UUID().uuidString)")
    }

    func run() throws -> BulkResult {
        // `try?` is used because the benchmark succeeds even if the folder cannot be deleted.
        defer { try? FileManager.default.removeItem(at: folder) }
        let ours = folder.appending(path: "ours.sqlite")
        let applied = try apply(to: ours)
        let copied = try copy(ours, to: folder.appending(path: "copy.sqlite"))
        printProgress(
            "Bulk load: \(Int(applied)) posts per second; copied by SQLite: \(Int(copied))"
        )
        return BulkResult(applied: applied, copied: copied)
    }

    private func apply(to file: URL) throws -> Double {
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
        var seconds = 0.0
        for batch in GeneratedDataset(shape).batches(of: Self.batchSize) {
            let start = ContinuousClock.now
            try repository.apply(batch)
            seconds += (ContinuousClock.now - start) / .seconds(1)
        }
        return Double(Self.posts) / seconds
    }

    private func copy(_ source: URL, to file: URL) throws -> Double {
        // Creates the same tables. The copying connection lacks the repository's SQL functions.
        _ = try SQLiteRepository(file: file)
        let database = try DatabaseQueue(path: file.path)
        return try database.inDatabase { database in
            try database.execute(
                sql: """
                    PRAGMA synchronous = FULL;
                    PRAGMA cache_size = -49152;
                    ATTACH '\(source.path)' AS source;
                    INSERT INTO user SELECT * FROM source.user;
                    """
            )
            let steps = try Data.fetchAll(
                database,
                sql: """
                    SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) AS number FROM source.post)
                    WHERE number % \(Self.batchSize) = 0 ORDER BY id
                    """
            )
            let start = ContinuousClock.now
            for (first, last) in zip([Data(count: 15)] + steps, steps) {
                try database.inTransaction {
                    for (table, key) in [("post", "id"), ("photo", "post"), ("comment", "post")] {
                        try database.execute(
                            sql: """
                                INSERT INTO main.\(table) SELECT * FROM source.\(table)
                                WHERE \(key) > ? AND \(key) <= ? ORDER BY 1
                                """,
                            arguments: [first, last]
                        )
                    }
                    return .commit
                }
            }
            return Double(Self.posts) / ((ContinuousClock.now - start) / .seconds(1))
        }
    }
}
