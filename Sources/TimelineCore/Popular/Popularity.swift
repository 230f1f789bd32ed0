public import Foundation

/// The popularity of a post at a given time, which depends on its likes, its comments and its age.
///
/// The score is `(likes + 2 × comments) / (hours + 2)^1.8`, which follows Hacker News's ranking (P.
/// Graham, news.arc, 2008, `frontpage-rank`) with a gravity of 1.8. A comment takes more effort
/// than a like, so it counts twice. A post without likes and comments has a score of 0.
public struct Popularity: Hashable, Sendable, Encodable {
    /// The number of likes.
    public let likes: Int
    /// The number of comments.
    public let comments: Int
    /// The age in hours, or 0 if the post is dated in the future.
    public let hours: Double

    /// The exponent applied to the age.
    public static let gravity = 1.8
    /// The hours added to the age, so that new posts do not dominate.
    public static let headStart = 2.0
    /// The number of likes that equal one comment.
    public static let commentWeight = 2

    /// Creates a post's popularity from its numbers of likes and comments and its age in seconds.
    public init(likes: Int, comments: Int, age: TimeInterval) {
        self.likes = likes
        self.comments = comments
        hours = max(0, age / 3600)
    }

    /// The sum of the likes and the weighted comments.
    public var points: Int { likes + Self.commentWeight * comments }

    /// The points, reduced according to the age.
    ///
    /// A higher score means a more popular post.
    public var score: Double { Self.score(points: points, hours: hours) }

    /// Returns the score for the given points and age in hours.
    public static func score(points: Int, hours: Double) -> Double {
        Double(points) / pow(max(0, hours) + headStart, gravity)
    }

    private enum CodingKeys: CodingKey {
        case likes, comments, hours, points, score
    }

    /// Encodes the stored properties, ``points`` and ``score``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(likes, forKey: .likes)
        try container.encode(comments, forKey: .comments)
        try container.encode(hours, forKey: .hours)
        try container.encode(points, forKey: .points)
        try container.encode(score, forKey: .score)
    }
}
