import Foundation
import TimelineArchive
import TimelineCore

/// The size of a dataset.
struct DatasetSize: Hashable {
    let users: Int
    let posts: Int
    /// Whether the posts have likes, tags and places.
    var isFurnished = true

    /// The name of the dataset's folder.
    var folderName: String { "\(users)-\(posts)-\(isFurnished ? "furnished" : "bare")" }
}

/// A generated dataset and its readers, as signed records to apply.
struct BenchmarkDataset {
    let readers: [Reader]
    private let dataset: GeneratedDataset
    /// The number of records in a batch.
    ///
    /// With a tenth of this size, more than four times as many bytes would be written, because
    /// users like posts in random order and each batch modifies most pages of an index.
    private static let batchSize = 200_000
    /// The photo in every post.
    static let photo = Photo(
        blob: BlobID(of: Data([1])),
        byteCount: 300_000,
        mediaType: .jpeg,
        width: 1080,
        height: 1080,
        thumbHash: Data(0..<24)
    )

    init(_ size: DatasetSize) {
        // Every fifth user is dormant.
        readers = Reader.all(users: size.users, dormant: (size.users + 4) / 5)
        dataset = GeneratedDataset(
            .init(
                users: size.users,
                posts: size.posts,
                // The readers follow as many as each measurement needs.
                follows: 0,
                likes: size.isFurnished ? 2 : 0,
                postsPerTag: size.isFurnished ? 4 : 0,
                postsPerPlace: size.isFurnished ? 5 : 0,
                photos: [Self.photo],
                readers: readers.map(\.generated)
            )
        )
    }

    /// Applies all records to an empty repository and prints the rate.
    func load(into repository: any Repository) async throws {
        printProgress("Loading \(dataset.shape.posts) posts.")
        let start = ContinuousClock.now
        var count = 0
        try await StoreOwner.reading(repository).addPeople(of: dataset)
        for batch in dataset.batches(of: Self.batchSize) {
            try repository.apply(batch)
            count += batch.count
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let posts = Double(dataset.shape.posts)
        printProgress(
            """
            Loaded \(dataset.shape.posts) posts in \(count) records in \(Int(seconds)) s: \
            \(Int(posts / seconds)) posts, \(Int(Double(count) / seconds)) records per second.
            """
        )
    }
}
