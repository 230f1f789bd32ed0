import Foundation
import GRDB
import TimelineCore

extension SQLiteSocial {
    /// The best posts, found without a look at all.
    ///
    /// Of posts with equal points the newer has the higher score, so in the index `post_points` each number of
    /// points is left at the first post that is not among the best so far; and when even the newest post of all would not be
    /// with so many points, there is no look at fewer. A look at the newest posts first sets the mark high.
    func popularPostIDs(at now: Date, since: Post.ID, limit: Int) throws -> [Post.ID] {
        var ranking = PopularRanking(now: now, limit: limit)
        guard let newest = try takeNewest(since, limit, into: &ranking) else { return [] }
        var points = try highestPoints(below: .max)
        while let current = points, ranking.couldRank(points: current, notNewerThan: newest) {
            try take(points: current, since, into: &ranking)
            points = try highestPoints(below: current)
        }
        return ranking.ids
    }

    /// Takes the newest posts.
    ///
    /// - Returns: the newest of all.
    private func takeNewest(
        _ since: Post.ID,
        _ limit: Int,
        into ranking: inout PopularRanking
    ) throws -> Post.ID? {
        let statement = try HotStatement(
            "SELECT id, like_count, comment_count FROM post WHERE id >= ? ORDER BY id DESC LIMIT ?",
            in: database
        )
        statement.bind(since.pushID, at: 1)
        statement.bind(min(limit, Self.newestCount), at: 2)
        var newest: Post.ID?
        try statement.forEach { row in
            let id = Post.ID(row.pushID(0))
            newest = newest ?? id
            ranking.offer(id, points: Popularity.points(row.int(1), row.int(2)))
            return true
        }
        return newest
    }

    private static let newestCount = 200

    private func take(
        points: Int,
        _ since: Post.ID,
        into ranking: inout PopularRanking
    ) throws {
        let statement = try HotStatement(
            """
            SELECT id FROM post INDEXED BY post_points
            WHERE like_count + 2 * comment_count = ? AND like_count + comment_count > 0 AND id >= ?
            ORDER BY id DESC
            """,
            in: database
        )
        statement.bind(points, at: 1)
        statement.bind(since.pushID, at: 2)
        try statement.forEach { row in ranking.offer(Post.ID(row.pushID(0)), points: points) }
    }

    private func highestPoints(below points: Int) throws -> Int? {
        let statement = try HotStatement(
            """
            SELECT like_count, comment_count FROM post INDEXED BY post_points
            WHERE like_count + 2 * comment_count < ? AND like_count + comment_count > 0
            ORDER BY like_count + 2 * comment_count DESC LIMIT 1
            """,
            in: database
        )
        statement.bind(points, at: 1)
        return try statement.first { Popularity.points($0.int(0), $0.int(1)) }
    }
}

extension Popularity {
    /// The points of so many likes and comments; the index `post_points` says the same in SQL.
    fileprivate static func points(_ likes: Int64, _ comments: Int64) -> Int {
        Int(likes) + commentWeight * Int(comments)
    }
}
