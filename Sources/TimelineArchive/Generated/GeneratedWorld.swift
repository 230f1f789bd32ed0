import Foundation
public import TimelineCore

/// A made-up world of any size: the same shape gives the same changes, byte for byte, on every machine.
///
/// It is skewed as real networks are: posts for each author and followers for each user fall off with the rank
/// (Zipf's law with exponent 1), and the two rankings differ. A fifth of the authors stopped posting
/// when the first twentieth of all posts was there. Everything is drawn with integers, since floating-point
/// functions differ between systems.
public struct GeneratedWorld: Sendable {
    /// How large the world is.
    public struct Shape: Hashable, Sendable {
        /// How many users there are.
        public var users: Int
        /// How many posts they share, over ``years``.
        public var posts: Int
        /// How many users each follows, on average.
        public var follows: Int
        /// How many likes a post has, on average.
        public var likes: Int
        /// How many posts share one comment, on average.
        public var postsPerComment: Int
        /// How many posts share one tag in a caption, on average; 0 for no tags.
        public var postsPerTag: Int
        /// How many posts share one place, on average; 0 for no places.
        public var postsPerPlace: Int
        /// What the random numbers begin with.
        public var seed: UInt64
        /// The photos that posts show, in turn; one at least.
        public var photos: [Photo]

        /// Makes a shape of its parts.
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

    /// How large the world is.
    public let shape: Shape
    /// The users, in no order of rank.
    public let users: [User.ID]
    let authorship: Zipf
    let fame: Zipf

    /// How long the posts are spread over, in years.
    public static let years = 5
    /// When the last post was made: 14 November 2026, 18:00 UTC, in milliseconds since 1970.
    static let end: UInt64 = 1_794_679_200_000
    static let span = UInt64(years) * 365 * 24 * 3_600_000
    /// A user in every so many stops posting early.
    static let dormancy = 5
    /// The part of all posts that those who stop take part in: one in so many.
    static let earlyPart = 20

    /// Makes the world of a shape.
    public init(_ shape: Shape) {
        var random = SplitMix64(seed: shape.seed)
        self.shape = shape
        users = (0..<shape.users).map { _ in User.ID(random.uuid()) }
        authorship = Zipf(count: shape.users, random: &random)
        fame = Zipf(count: shape.users, random: &random)
    }

    /// The users who stopped posting when the first twentieth of the posts was there.
    public var dormantUsers: [User.ID] {
        users.indices.filter(Self.isDormant).map { users[$0] }
    }

    /// How many changes there are at most; likes and follows that are drawn twice fall away.
    public var changeCount: Int {
        shape.users * (1 + shape.follows) + shape.posts * (1 + shape.likes)
            + shape.posts / max(1, shape.postsPerComment)
    }

    /// All changes, oldest kinds first, in batches of about this size.
    public func batches(of size: Int) -> some Sequence<[Change]> {
        GeneratedBatches(of: self, size: size)
    }

    static func isDormant(_ index: Int) -> Bool { index % dormancy == 0 }
}
