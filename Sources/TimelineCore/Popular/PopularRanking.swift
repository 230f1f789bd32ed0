public import Foundation

/// A ranking of the most popular posts.
///
/// For posts that are offered from a sorted list, the ranking also determines when to stop reading.
public struct PopularRanking {
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
    public init(now: Date, limit: Int) {
        self.now = now
        self.limit = max(0, limit)
    }

    /// The IDs of the best posts that were offered, best first.
    public var ids: [Post.ID] { best.map(\.id) }

    /// Adds a post to the ranking if it is among the best so far.
    ///
    /// - Returns: Whether the post is among the best so far. If it is not, neither is any older
    ///   post with the same number of points or fewer.
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

    /// Returns whether a post with the given points could still rank if it is not newer than
    /// `newest`.
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
