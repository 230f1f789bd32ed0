import Foundation
import GRDB
import TimelineArchive
import TimelineCore
import TimelineSQLite

/// The times and the rate of writes.
struct WriteResult {
    /// The times to commit one post.
    var post = Times()
    /// The times to commit one row to a table with two columns, with the same durability.
    var singleRow = Times()
    /// The number of records per second, in batches of 1,000.
    var batchRate = 0.0
}

/// A benchmark that alternately commits single posts and single rows, and then commits batches.
struct WriteBenchmark {
    private let folder: URL
    /// The number of commits of each kind, enough for a stable median on a disk of varying speed.
    private static let rounds = 1000

    init(in folder: URL) {
        self.folder = folder.appending(path: "writes-\(UUID().uuidString)")
    }

    func run() throws -> WriteResult {
        // `try?` is used because the benchmark succeeds even if the folder cannot be deleted.
        defer { try? FileManager.default.removeItem(at: folder) }
        let repository = try SQLiteRepository(file: folder.appending(path: "ours.sqlite"))
        let bare = try DatabasePool(path: folder.appending(path: "bare.sqlite").path)
        try bare.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        try bare.write { try $0.execute(sql: "CREATE TABLE row (id BLOB PRIMARY KEY, text TEXT)") }
        let photo = Photo(
            blob: BlobID(of: Data([1])),
            byteCount: 1,
            mediaType: .jpeg,
            width: 2,
            height: 1
        )
        let dataset = GeneratedDataset(
            .init(
                users: 100,
                posts: 100_000,
                follows: 0,
                likes: 0,
                postsPerTag: 0,
                postsPerPlace: 0,
                photos: [photo]
            )
        )
        var batches = Array(dataset.batches(of: 1000).prefix(60))
        try repository.apply(batches.removeFirst())
        var result = WriteResult()
        let owner = StoreOwner.reading(repository)
        for record in batches.removeFirst().prefix(Self.rounds) {
            result.post.add(try time { try repository.apply(owner.check([record])) })
            result.singleRow.add(
                try time {
                    try bare.write { database in
                        try database.execute(
                            sql: "INSERT INTO row VALUES (?, ?)",
                            arguments: [Data(record.stamp.bytes), "a caption of a few words"]
                        )
                    }
                }
            )
        }
        let count = batches.map(\.count).reduce(0, +)
        let seconds =
            try time { for batch in batches { try repository.apply(batch) } } / .seconds(1)
        result.batchRate = Double(count) / seconds
        return result
    }

    private func time(_ work: () throws -> Void) rethrows -> Duration {
        let start = ContinuousClock.now
        try work()
        return ContinuousClock.now - start
    }
}
