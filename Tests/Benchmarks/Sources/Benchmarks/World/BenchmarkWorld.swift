import Foundation
import TimelineArchive
import TimelineCore

/// How large the world is that is measured in.
struct WorldSize: Hashable {
    let users: Int
    let posts: Int
    /// Whether posts have likes, tags and places.
    var isFurnished = true

    /// The name of the world's folder.
    var name: String { "\(users)-\(posts)-\(isFurnished ? "furnished" : "bare")" }
}

/// A generated world with its readers, as changes.
struct BenchmarkWorld {
    let readers: [Reader]
    private let world: GeneratedDataset
    /// How many changes are applied at once: a tenth of that writes more than four times as many bytes, since
    /// likes come in no order of users and touch most of an index each time.
    private static let batchSize = 200_000
    /// What every post shows.
    static let photo = Photo(
        blob: BlobID(of: Data([1])),
        mediaType: .jpeg,
        width: 1080,
        height: 1080,
        thumbHash: Data(0..<24)
    )

    init(_ size: WorldSize) {
        world = GeneratedDataset(
            .init(
                users: size.users,
                posts: size.posts,
                likes: size.isFurnished ? 2 : 0,
                postsPerTag: size.isFurnished ? 4 : 0,
                postsPerPlace: size.isFurnished ? 5 : 0,
                photos: [Self.photo]
            )
        )
        readers = Reader.all(among: size.users, dormant: world.dormantUsers.count)
    }

    /// Applies all changes to an empty repository, and says how fast that was.
    func fill(_ repository: any Repository) throws {
        say("Loading \(world.shape.posts) posts.")
        let start = ContinuousClock.now
        var count = 0
        for batch in world.batches(of: Self.batchSize) {
            try repository.apply(batch)
            count += batch.count
        }
        // Users are drawn at random, so their order is as good as a shuffle.
        let dormant = world.dormantUsers
        for reader in readers {
            try repository.apply(
                reader.changes(following: reader.isDormant ? dormant : world.users)
            )
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let posts = Double(world.shape.posts)
        say(
            """
            Loaded \(world.shape.posts) posts in \(count) changes in \(Int(seconds)) s: \
            \(Int(posts / seconds)) posts, \(Int(Double(count) / seconds)) changes a second.
            """
        )
    }
}
