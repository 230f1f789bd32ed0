package import Foundation

/// The most popular posts at one moment, taken from lists in which it is known when to stop.
package struct PopularRanking {
    /// A post and its score.
    private struct Entry {
        let id: Post.ID
        let score: Double

        /// Whether this comes before `other`; of equal scores, the newer.
        func precedes(_ other: Entry) -> Bool { (score, id) > (other.score, other.id) }
    }

    private let now: Date
    private let limit: Int
    private var best: [Entry] = []
    private var members: Set<Post.ID> = []

    /// Starts a ranking at a moment.
    package init(now: Date, limit: Int) {
        self.now = now
        self.limit = max(0, limit)
    }

    /// The posts so far, best first.
    package var ids: [Post.ID] { best.map(\.id) }

    /// Looks at a post.
    ///
    /// - Returns: whether it is among the best so far; if not, no older post with as many points or fewer will be.
    @discardableResult
    package mutating func take(_ id: Post.ID, points: Int) -> Bool {
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

    /// Whether a post with so many points that is not newer than `newest` could be among the best.
    package func mayTake(points: Int, notNewerThan newest: Post.ID) -> Bool {
        guard points > 0, limit > 0 else { return false }
        guard best.count == limit, let last = best.last else { return true }
        let score = score(of: points, at: newest)
        return score > last.score || score == last.score && newest > last.id
    }

    private func score(of points: Int, at id: Post.ID) -> Double {
        Popularity.score(points: points, hours: now.timeIntervalSince(id.date) / 3600)
    }
}
