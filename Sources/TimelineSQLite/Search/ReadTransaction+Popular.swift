import Foundation
import TimelineCore

extension ReadTransaction {
    /// Ranks posts by popularity without reading all of them.
    ///
    /// Of posts with equal points, the newer has the higher score. So each number of points in the
    /// index `post_points` is left at the first post that does not enter the ranking, and the
    /// search ends at the number of points with which even the newest post of all would not enter
    /// it. Ranking the newest posts first raises that bar early.
    ///
    /// The index `post_points` is an expression index on likes plus twice the comments, of posts
    /// that have any; posts with equal points lie in it by ID. The number of rows read grows with
    /// the limit and with the different numbers of points that could still rank, not with the
    /// number of posts (decision 11).
    ///
    /// - Parameters:
    ///   - now: the time at which ages are measured.
    ///   - since: the oldest post that may rank.
    ///   - limit: the maximum number of posts.
    /// - Returns: the posts, best first; of equal scores, the newer first.
    /// - Throws: `DatabaseError`.
    func popularPostIDs(at now: Date, since: Post.ID, limit: Int) throws -> [Post.ID] {
        var ranking = PopularRanking(now: now, limit: limit)
        guard let newest = try takeNewest(since: since, limit: limit, into: &ranking) else {
            return []
        }
        var points = try highestPoints(below: .max)
        while let current = points, ranking.couldRank(points: current, notNewerThan: newest) {
            try take(points: current, since: since, into: &ranking)
            points = try highestPoints(below: current)
        }
        return ranking.ids
    }

    /// Ranks the newest posts.
    ///
    /// A range of the primary key, at most ``newestCount`` rows.
    ///
    /// - Returns: the newest of all; `nil` when no post is as new as `since`.
    private func takeNewest(
        since: Post.ID,
        limit: Int,
        into ranking: inout PopularRanking
    ) throws -> Post.ID? {
        var newest: Post.ID?
        try statement(
            "SELECT id, like_count, comment_count FROM post WHERE id >= ? ORDER BY id DESC LIMIT ?"
        )
        .forEach(since, min(limit, Self.newestCount)) { row in
            let id: Post.ID = row.id(0)
            newest = newest ?? id
            ranking.offer(id, points: Popularity.points(likes: row.int(1), comments: row.int(2)))
        }
        return newest
    }

    /// The number of newest posts ranked before the index of points is read.
    private static let newestCount = 200

    /// Ranks posts with equal points, newest first, until one does not enter the ranking.
    ///
    /// - Parameters:
    ///   - points: the number of points.
    ///   - since: the oldest post that may rank.
    ///   - ranking: receives the posts.
    /// - Throws: `DatabaseError`.
    private func take(
        points: Int,
        since: Post.ID,
        into ranking: inout PopularRanking
    ) throws {
        try statement(
            """
            SELECT id FROM post INDEXED BY post_points
            WHERE like_count + 2 * comment_count = ? AND like_count + comment_count > 0 AND id >= ?
            ORDER BY id DESC
            """
        )
        .scan(points, since) { row in ranking.offer(row.id(0), points: points) }
    }

    /// The next lower number of points that any post has; `nil` when no post has fewer.
    ///
    /// One look-up at the end of a range of the index.
    private func highestPoints(below points: Int) throws -> Int? {
        try statement(
            """
            SELECT like_count, comment_count FROM post INDEXED BY post_points
            WHERE like_count + 2 * comment_count < ? AND like_count + comment_count > 0
            ORDER BY like_count + 2 * comment_count DESC LIMIT 1
            """
        )
        .first(points) { Popularity.points(likes: $0.int(0), comments: $0.int(1)) }
    }
}

extension Popularity {
    /// The points of a post; the index `post_points` has the same formula in SQL.
    fileprivate static func points(likes: Int, comments: Int) -> Int {
        likes + commentWeight * comments
    }
}
