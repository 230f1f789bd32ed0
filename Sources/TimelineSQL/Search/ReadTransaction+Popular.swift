import Foundation
import TimelineCore

extension ReadTransaction {
    /// Ranks posts by popularity without reading all of them.
    ///
    /// Among posts with equal points, newer posts have higher scores. The search therefore skips
    /// the remaining posts with the same points as soon as one of them does not enter the ranking.
    /// It ends when the points are so low that even the newest post would not enter the ranking.
    /// Ranking the newest posts first makes both conditions apply early.
    ///
    /// The `post_points` index is an expression index on the number of likes plus twice the number
    /// of comments, for posts that have any. Posts with equal points are sorted by ID. The number
    /// of rows read grows with the limit and with the number of distinct points that could still
    /// rank, but not with the number of posts (decision 11).
    ///
    /// - Parameters:
    ///   - now: The time at which ages are measured.
    ///   - since: The oldest post that may rank.
    ///   - limit: The maximum number of posts.
    /// - Returns: The posts, best first. If scores are equal, newer posts come first.
    /// - Throws: A database error.
    func popularPostIDs(at now: Date, since: Post.ID, limit: Int) throws -> [Post.ID] {
        var ranking = PopularRanking(now: now, limit: limit)
        guard let newest = try takeNewest(since: since, limit: limit, into: &ranking) else {
            return []
        }
        guard connection.dialect == .sqlite else {
            try takeHighest(since: since, notNewerThan: newest, into: &ranking)
            return ranking.ids
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
    /// The query reads a range of the primary key, with at most ``newestCount`` rows.
    ///
    /// - Returns: The newest of all posts, or `nil` if no post is as new as `since`.
    private func takeNewest(
        since: Post.ID,
        limit: Int,
        into ranking: inout PopularRanking
    ) throws -> Post.ID? {
        var newest: Post.ID?
        try statement(
            "SELECT id, like_count, comment_count FROM post WHERE id >= ? ORDER BY id DESC LIMIT ?"
        )
        .forEach(since, max(0, min(limit, Self.newestCount))) { row in
            let id: Post.ID = row.id(0)
            newest = newest ?? id
            ranking.offer(id, points: Popularity.points(likes: row.int(1), comments: row.int(2)))
        }
        return newest
    }

    /// The maximum number of newest posts to rank before reading the index of points.
    private static let newestCount = 200

    /// Offers the posts with the most points in PostgreSQL, where each statement has many of them.
    private func takeHighest(
        since: Post.ID,
        notNewerThan newest: Post.ID,
        into ranking: inout PopularRanking
    ) throws {
        var last = (points: Int.max, id: PushID.max)
        while true {
            let posts = try highest(below: last.points, last.id, since: since)
            var refused: Int?
            for post in posts where post.points != refused {
                guard ranking.couldRank(points: post.points, notNewerThan: newest) else { return }
                if !ranking.offer(post.id, points: post.points) { refused = post.points }
            }
            guard let end = posts.last, posts.count == Self.highestCount else { return }
            last = (end.points, end.id.pushID)
        }
    }

    private static let highestCount = 256

    private func highest(
        below points: Int,
        _ id: PushID,
        since: Post.ID
    ) throws -> [(id: Post.ID, points: Int)] {
        try statement(
            """
            SELECT id, like_count, comment_count FROM post
            WHERE like_count + comment_count > 0 AND id >= ?3
                AND (like_count + 2 * comment_count, id) < (?1, ?2)
            ORDER BY like_count + 2 * comment_count DESC, id DESC LIMIT \(Self.highestCount)
            """
        )
        .all(points, id, since) {
            ($0.id(0), Popularity.points(likes: $0.int(1), comments: $0.int(2)))
        }
    }

    /// Asks what a page of popular posts asks first.
    func askPopular(since: Post.ID, limit: Int) throws {
        var ranking = PopularRanking(now: Date(), limit: 0)
        _ = try takeNewest(since: since, limit: limit, into: &ranking)
        _ = try highest(below: .max, .max, since: since)
    }

    /// Ranks posts with equal points, newest first, until one of them does not enter the ranking.
    ///
    /// - Parameters:
    ///   - points: The number of points.
    ///   - since: The oldest post that may rank.
    ///   - ranking: The ranking to which posts are added.
    /// - Throws: A database error.
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

    /// Returns the next lower number of points of any post, or `nil` if no post has fewer points.
    ///
    /// The query is a single lookup at the end of a range of the index.
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
    /// Returns the points of a post, using the same formula as the `post_points` index.
    fileprivate static func points(likes: Int, comments: Int) -> Int {
        likes + commentWeight * comments
    }
}
