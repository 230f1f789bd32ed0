import Foundation
public import TimelineCore

/// A synthetic dataset of any size.
///
/// The same shape yields the same changes, byte for byte, on every machine.
///
/// Posts per author and followers per user follow Zipf's law with exponent 1, as in real networks.
/// The two rankings are independent. One author in five is dormant and posts only among the first
/// twentieth of all posts. All random values are integers, because floating-point functions differ
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
        /// The number of posts, spread over a period of ``GeneratedDataset/years``.
        public var posts: Int
        /// The average number of followed users per user.
        public var follows: Int
        /// The average number of likes per post.
        public var likes: Int
        /// The average number of posts for each comment.
        public var postsPerComment: Int
        /// The average number of posts for each tagged caption, or 0 for no tags.
        public var postsPerTag: Int
        /// The average number of posts for each post with a place, or 0 for no places.
        public var postsPerPlace: Int
        /// The seed of the random number generator.
        public var seed: UInt64
        /// The photos for the posts, assigned in turn.
        ///
        /// At least one photo is required.
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

    /// The size of the dataset and the density of its relations.
    public let shape: Shape
    /// The IDs of the users, in an order that is unrelated to their ranks.
    public let users: [User.ID]
    let authorship: Zipf
    let fame: Zipf

    /// The period over which the posts are spread, in years of 365 days.
    public static let years = 5
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
    public init(_ shape: Shape) {
        var random = SplitMix64(seed: shape.seed)
        self.shape = shape
        users = (0..<shape.users).map { _ in User.ID(random.uuid()) }
        authorship = Zipf(count: shape.users, random: &random)
        fame = Zipf(count: shape.users, random: &random)
    }

    /// The dormant users, who post only among the first twentieth of all posts.
    public var dormantUsers: [User.ID] {
        users.indices.filter(Self.isDormant).map { users[$0] }
    }

    /// The approximate number of changes.
    ///
    /// The exact number depends on random values.
    public var changeCount: Int {
        shape.users * (1 + shape.follows) + shape.posts * (1 + shape.likes)
            + shape.posts / max(1, shape.postsPerComment)
    }

    /// Returns all changes: the users, then the follows, then the posts, each followed by its likes
    /// and comments.
    ///
    /// - Parameter size: The number of changes in a batch. A batch may be larger, because a user's
    ///   follows stay together, and so do a post and its replies.
    /// - Returns: The batches, which are generated during iteration.
    public func batches(of size: Int) -> some Sequence<[Change]> {
        GeneratedBatches(of: self, size: size)
    }

    static func isDormant(_ index: Int) -> Bool { index % dormancy == 0 }
}
