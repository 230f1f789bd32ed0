/// A shard: one part of the authors in a home timeline.
///
/// The shards of a timeline are read in parallel.
public struct TimelineShard: Hashable, Sendable {
    /// The index of this part, starting at 0.
    public let index: Int
    /// The number of parts.
    public let count: Int

    /// The only shard of an undivided read.
    public static let whole = TimelineShard(index: 0, count: 1)

    /// Creates a shard.
    public init(index: Int, count: Int) {
        self.index = index
        self.count = count
    }
}

/// A namespace for merging sorted lists of posts.
package enum TimelineMerge {
    /// Returns the newest IDs from all lists, newest first and without duplicates.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of IDs.
    ///   - runs: The lists, each in descending order. There are only a few lists, so each step
    ///     compares the first IDs of all lists.
    /// - Returns: A single list in descending order.
    package static func newest(_ limit: Int, of runs: [[Post.ID]]) -> [Post.ID] {
        guard runs.count > 1 else { return Array((runs.first ?? []).prefix(limit)) }
        var heads = runs.map { $0[...] }
        var merged: [Post.ID] = []
        while merged.count < limit, let newest = heads.compactMap(\.first).max() {
            merged.append(newest)
            for index in heads.indices where heads[index].first == newest {
                heads[index].removeFirst()
            }
        }
        return merged
    }
}
