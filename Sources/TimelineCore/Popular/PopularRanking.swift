public import Foundation

/// Selects the most popular posts from lists that can be cut off early.
public struct PopularRanking {
    /// A post with its score.
    private struct Entry {
        let id: Post.ID
        let score: Double

        /// Whether this ranks before `other`; of equal scores, the newer post does.
        func precedes(_ other: Entry) -> Bool { (score, id) > (other.score, other.id) }
    }

    private let now: Date
    private let limit: Int
    private var best: [Entry] = []
    private var members: Set<Post.ID> = []

    /// Creates an empty ranking at a time.
    public init(now: Date, limit: Int) {
        self.now = now
        self.limit = max(0, limit)
    }

    /// The posts so far, best first.
    public var ids: [Post.ID] { best.map(\.id) }

    /// Offers a post.
    ///
    /// - Returns: Whether it is among the best so far. If not, no older post with the same or fewer
    ///   points can be.
    @discardableResult
    public mutating func offer(_ id: Post.ID, points: Int) -> Bool {
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

    /// Returns whether a post with these points that is at most as new as `newest` could rank.
    public func couldRank(points: Int, notNewerThan newest: Post.ID) -> Bool {
        guard points > 0, limit > 0 else { return false }
        guard best.count == limit, let last = best.last else { return true }
        let score = score(of: points, at: newest)
        return score > last.score || score == last.score && newest > last.id
    }

    private func score(of points: Int, at id: Post.ID) -> Double {
        Popularity.score(points: points, hours: now.timeIntervalSince(id.date) / 3600)
    }
}
