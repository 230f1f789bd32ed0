public import Foundation

/// How popular a post is at one moment: what it got, with its age taken off.
///
/// The score is `(likes + 2 × comments) / (hours + 2)^1.8`: the form of Hacker News's ranking (P. Graham, news.arc,
/// 2008, `frontpage-rank`), with 1.8 as its gravity. A comment takes more than a like and counts twice. A
/// post without likes and comments is not popular, however new it is.
public struct Popularity: Hashable, Sendable, Encodable {
    /// How many users like the post.
    public let likes: Int
    /// How many comments it has.
    public let comments: Int
    /// How old it is, in hours; 0 for one from a clock that is ahead.
    public let hours: Double

    /// The exponent of the age.
    public static let gravity = 1.8
    /// What is added to the age, in hours, so that a new post is not above all.
    public static let headStart = 2.0
    /// How many likes a comment counts for.
    public static let commentWeight = 2

    /// Makes the popularity of a post.
    public init(likes: Int, comments: Int, age: TimeInterval) {
        self.likes = likes
        self.comments = comments
        hours = max(0, age / 3600)
    }

    /// What the post got: likes, and comments twice.
    public var points: Int { likes + Self.commentWeight * comments }

    /// Points with the age taken off; the greater come first.
    public var score: Double { Self.score(points: points, hours: hours) }

    /// The score of so many points at an age in hours.
    package static func score(points: Int, hours: Double) -> Double {
        Double(points) / pow(max(0, hours) + headStart, gravity)
    }

    private enum CodingKeys: CodingKey {
        case likes, comments, hours, points, score
    }

    /// Writes the properties under their own names.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(likes, forKey: .likes)
        try container.encode(comments, forKey: .comments)
        try container.encode(hours, forKey: .hours)
        try container.encode(points, forKey: .points)
        try container.encode(score, forKey: .score)
    }
}
