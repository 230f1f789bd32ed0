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
    package static let gravity = 1.8
    /// The hours added to the age, so that new posts do not dominate.
    package static let headStart = 2.0
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

/// A ranking of the most popular posts.
///
/// For posts that are offered from a sorted list, the ranking also determines when to stop reading.
package struct PopularRanking {
    /// A post with its score.
    private struct Entry {
        let id: Post.ID
        let score: Double

        /// Returns whether this entry ranks before `other`.
        ///
        /// If both scores are equal, the newer post ranks first.
        func precedes(_ other: Entry) -> Bool { (score, id) > (other.score, other.id) }
    }

    private let now: Date
    private let limit: Int
    private var best: [Entry] = []
    private var members: Set<Post.ID> = []

    /// Creates an empty ranking for the given time.
    package init(now: Date, limit: Int) {
        self.now = now
        self.limit = max(0, limit)
    }

    /// The IDs of the best posts that were offered, best first.
    package var ids: [Post.ID] { best.map(\.id) }

    /// Adds a post to the ranking if it is among the best so far.
    ///
    /// - Returns: Whether the post is among the best so far. If it is not, neither is any older
    ///   post with the same number of points or fewer.
    @discardableResult
    package mutating func offer(_ id: Post.ID, points: Int) -> Bool {
        let entry = Entry(id: id, score: score(of: points, at: id))
        guard points > 0, limit > 0 else { return false }
        guard !members.contains(id) else { return true }
        guard best.count < limit || best.last.map(entry.precedes) == true else { return false }
        let place = best.firstIndex { entry.precedes($0) } ?? best.count
        best.insert(entry, at: place)
        members.insert(id)
        if best.count > limit { members.remove(best.removeLast().id) }
        return true
    }

    /// Returns whether a post with the given points could still rank if it is not newer than
    /// `newest`.
    package func couldRank(points: Int, notNewerThan newest: Post.ID) -> Bool {
        guard points > 0, limit > 0 else { return false }
        guard best.count == limit, let last = best.last else { return true }
        let score = score(of: points, at: newest)
        return score > last.score || score == last.score && newest > last.id
    }

    private func score(of points: Int, at id: Post.ID) -> Double {
        Popularity.score(points: points, hours: now.timeIntervalSince(id.date) / 3600)
    }
}
