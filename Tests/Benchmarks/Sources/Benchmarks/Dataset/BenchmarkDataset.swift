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

/// A generated dataset and its readers, as changes to apply.
struct BenchmarkDataset {
    let readers: [Reader]
    private let dataset: GeneratedDataset
    /// The number of changes in a batch.
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
        dataset = GeneratedDataset(
            .init(
                users: size.users,
                posts: size.posts,
                likes: size.isFurnished ? 2 : 0,
                postsPerTag: size.isFurnished ? 4 : 0,
                postsPerPlace: size.isFurnished ? 5 : 0,
                photos: [Self.photo]
            )
        )
        readers = Reader.all(users: size.users, dormant: dataset.dormantUsers.count)
    }

    /// Applies all changes to an empty repository and prints the rate.
    func load(into repository: any Repository) throws {
        printProgress("Loading \(dataset.shape.posts) posts.")
        let start = ContinuousClock.now
        var count = 0
        for batch in dataset.batches(of: Self.batchSize) {
            try repository.apply(batch)
            count += batch.count
        }
        // The users are in random order, so any prefix is a random sample.
        let dormant = dataset.dormantUsers
        for reader in readers {
            try repository.apply(
                reader.changes(following: reader.isDormant ? dormant : dataset.users)
            )
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let posts = Double(dataset.shape.posts)
        printProgress(
            """
            Loaded \(dataset.shape.posts) posts in \(count) changes in \(Int(seconds)) s: \
            \(Int(posts / seconds)) posts, \(Int(Double(count) / seconds)) changes per second.
            """
        )
    }
}
