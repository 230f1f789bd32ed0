package import TimelineCore
import TimelineCrypto

/// A synthetic dataset of any size, for measurements.
///
/// The same shape yields the same records, byte for byte, on every machine with libsodium. The keys
/// of the users are derived from the seed as well, so anyone can sign in their names: never sync
/// such a store with others.
///
/// Posts per author and followers per user follow Zipf's law with exponent 1, as in real networks.
/// The two rankings are independent. One author in five is dormant and posts only among the first
/// twentieth of all posts. All random values are integers, because floating-point functions differ
/// between platforms.
///
/// ```swift
/// let shape = GeneratedDataset.Shape(users: 1000, posts: 10_000, photos: [photo])
/// let dataset = GeneratedDataset(shape)
/// try await owner.addPeople(of: dataset)
/// for batch in dataset.batches(of: 10_000) { try await owner.add(batch) }
/// ```
package struct GeneratedDataset: Sendable {
    /// The size of a dataset and the density of its relations.
    package struct Shape: Hashable, Sendable {
        /// The number of users, at least 1.
        package var users: Int
        /// The number of posts, spread over a period of ``GeneratedDataset/years``.
        package var posts: Int
        /// The average number of followed users per user.
        package var follows: Int
        /// The average number of likes per post.
        package var likes: Int
        /// The average number of posts for each comment.
        package var postsPerComment: Int
        /// The average number of posts for each tagged caption, or 0 for no tags.
        package var postsPerTag: Int
        /// The average number of posts for each post with a place, or 0 for no places.
        package var postsPerPlace: Int
        /// The seed of the random number generator.
        package var seed: UInt64
        /// The photos for the posts, assigned in turn.
        ///
        /// At least one photo is required.
        package var photos: [Photo]
        /// Further users, who follow many others and post nothing, for measuring home timelines.
        package var readers: [Reader]

        /// Creates a shape.
        package init(
            users: Int,
            posts: Int,
            follows: Int = 10,
            likes: Int = 2,
            postsPerComment: Int = 3,
            postsPerTag: Int = 4,
            postsPerPlace: Int = 5,
            seed: UInt64 = 1,
            photos: [Photo],
            readers: [Reader] = []
        ) {
            self.users = users
            self.posts = posts
            self.follows = follows
            self.likes = likes
            self.postsPerComment = postsPerComment
            self.postsPerTag = postsPerTag
            self.postsPerPlace = postsPerPlace
            self.seed = seed
            self.photos = photos
            self.readers = readers
        }
    }

    /// A user who follows many others.
    package struct Reader: Hashable, Sendable {
        /// The username, which must be valid and unique.
        package let username: String
        /// The number of followed users, the first of all or of the dormant ones.
        package let follows: Int
        /// Whether the followed users are dormant.
        package let followsDormant: Bool

        /// Creates a reader.
        package init(username: String, follows: Int, followsDormant: Bool = false) {
            self.username = username
            self.follows = follows
            self.followsDormant = followsDormant
        }
    }

    /// The size of the dataset and the density of its relations.
    package let shape: Shape
    /// The IDs of the users, in an order that is unrelated to their ranks, and then of the readers.
    let ids: [User.ID]
    /// The device keys of the users and readers.
    let devices: [SigningKey]
    /// The seeds from which the keys of each user are derived.
    private let seeds: [UInt64]
    let authorship: Zipf
    let fame: Zipf

    /// The period over which the posts are spread, in years of 365 days.
    package static let years = 5
    /// The end of the period: 14 November 2026, 18:00 UTC, in milliseconds since 1970.
    static let end: UInt64 = 1_794_679_200_000
    /// The length of the period in milliseconds.
    static let span = UInt64(years) * 365 * 24 * 3_600_000
    /// The interval between dormant users: every fifth user is dormant.
    static let dormancy = 5
    /// The number of equal parts into which the posts are divided.
    ///
    /// Dormant users post only in the first of these parts.
    static let earlyPart = 20

    /// Creates a dataset with random users and ranks.
    package init(_ shape: Shape) {
        var random = SplitMix64(seed: shape.seed)
        self.shape = shape
        let seeds = (0..<shape.users + shape.readers.count).map { _ in random.next() }
        let keys = ConcurrentParts.map(seeds.count) { index in
            Self.keys(fromSeed: seeds[index]).map { (user: $0.user, device: $0.device) }
        }
        // Every seed yields valid keys.
        self.seeds = seeds
        ids = keys.compactMap { $0?.user }
        devices = keys.compactMap { $0?.device }
        authorship = Zipf(count: shape.users, random: &random)
        fame = Zipf(count: shape.users, random: &random)
    }

    /// The IDs of the users, without the readers.
    package var users: [User.ID] { Array(ids.prefix(shape.users)) }

    /// The dormant users, who post only among the first twentieth of all posts.
    package var dormantUsers: [User.ID] {
        (0..<shape.users).filter(Self.isDormant).map { ids[$0] }
    }

    /// Returns the keys of the user with an index in ``ids``.
    func keys(of user: Int) -> PersonKeys? { Self.keys(fromSeed: seeds[user]) }

    private static func keys(fromSeed seed: UInt64) -> PersonKeys? {
        var random = SplitMix64(seed: seed)
        return PersonKeys(seeds: random.packedBytes(PersonKeys.byteCount))
    }

    /// The approximate number of records.
    ///
    /// The exact number depends on random values.
    package var recordCount: Int {
        shape.users * (3 + shape.follows) + shape.posts * (1 + shape.likes)
            + shape.posts / max(1, shape.postsPerComment)
    }

    /// Returns all records: the users, then the follows, then the posts, each followed by its likes
    /// and comments.
    ///
    /// - Parameter size: The number of records in a batch. A batch may be larger, because a user's
    ///   follows stay together, and so do a post and its replies.
    /// - Returns: The batches, which are generated and signed on all processors during iteration.
    package func batches(of size: Int) -> some Sequence<[VerifiedRecord]> {
        GeneratedBatches(of: self, size: size)
    }

    static func isDormant(_ index: Int) -> Bool { index % dormancy == 0 }
}

extension StoreOwner {
    /// Stores the keys of a dataset's users, so that the users can be claimed.
    package func addPeople(of dataset: GeneratedDataset) async throws {
        try await engine.writes.run { [engine] in
            try engine.syncedRepository.writeAccounts { accounts in
                for user in dataset.ids.indices {
                    guard let keys = dataset.keys(of: user) else { continue }
                    let identity = SourceIdentity(["generated", keys.user.description])
                    try accounts.addPerson(keys, importedAs: identity)
                }
            }
        }
    }
}
