import Foundation
public import TimelineCore

/// A synthetic dataset of any size: the same shape yields the same changes, byte for byte, on every
/// machine.
///
/// Posts per author and followers per user follow Zipf's law with exponent 1, as in real networks;
/// the two rankings are independent. One author in five is dormant: they post only among the first
/// twentieth of all posts. Everything is drawn with integers, since floating-point functions differ
/// between platforms.
///
/// ```swift
/// let shape = GeneratedDataset.Shape(users: 1000, posts: 10_000, photos: [photo])
/// for batch in GeneratedDataset(shape).batches(of: 10_000) {
///     try await owner.apply(batch)
/// }
/// ```
public struct GeneratedDataset: Sendable {
    /// The size of a dataset and the density of its relations.
    public struct Shape: Hashable, Sendable {
        /// The number of users, at least 1.
        public var users: Int
        /// The number of posts, spread over ``GeneratedDataset/years``.
        public var posts: Int
        /// The average number of followed users per user.
        public var follows: Int
        /// The average number of likes per post.
        public var likes: Int
        /// The average number of posts per comment.
        public var postsPerComment: Int
        /// The average number of posts per tagged caption; 0 for no tags.
        public var postsPerTag: Int
        /// The average number of posts per post with a place; 0 for no places.
        public var postsPerPlace: Int
        /// The seed of the random generator.
        public var seed: UInt64
        /// The photos of the posts, assigned in turn; at least one.
        public var photos: [Photo]

        /// Creates a shape.
        public init(
            users: Int,
            posts: Int,
            follows: Int = 10,
            likes: Int = 2,
            postsPerComment: Int = 3,
            postsPerTag: Int = 4,
            postsPerPlace: Int = 5,
            seed: UInt64 = 1,
            photos: [Photo]
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
        }
    }

    /// The size of the dataset.
    public let shape: Shape
    /// The IDs of the users, unrelated to their ranks.
    public let users: [User.ID]
    let authorship: Zipf
    let fame: Zipf

    /// The period that the posts are spread over, in years of 365 days.
    public static let years = 5
    /// The time of the last post: 14 November 2026, 18:00 UTC, in milliseconds since 1970.
    static let end: UInt64 = 1_794_679_200_000
    /// ``years`` in milliseconds.
    static let span = UInt64(years) * 365 * 24 * 3_600_000
    /// One user in this many is dormant.
    static let dormancy = 5
    /// Dormant users post only in the first of this many equal parts of all posts.
    static let earlyPart = 20

    /// Draws the users and their ranks.
    public init(_ shape: Shape) {
        var random = SplitMix64(seed: shape.seed)
        self.shape = shape
        users = (0..<shape.users).map { _ in User.ID(random.uuid()) }
        authorship = Zipf(count: shape.users, random: &random)
        fame = Zipf(count: shape.users, random: &random)
    }

    /// The dormant users; they post only among the first twentieth of all posts.
    public var dormantUsers: [User.ID] {
        users.indices.filter(Self.isDormant).map { users[$0] }
    }

    /// An upper bound of the number of changes; duplicate likes and follows are dropped.
    public var changeCount: Int {
        shape.users * (1 + shape.follows) + shape.posts * (1 + shape.likes)
            + shape.posts / max(1, shape.postsPerComment)
    }

    /// All changes: the users, then the follows, then the posts, each followed by its likes and
    /// comments.
    ///
    /// - Parameter size: The number of changes in a batch. A batch may exceed it by the replies to
    ///   its last post.
    /// - Returns: The batches, generated while they are iterated.
    public func batches(of size: Int) -> some Sequence<[Change]> {
        GeneratedBatches(of: self, size: size)
    }

    static func isDormant(_ index: Int) -> Bool { index % dormancy == 0 }
}
