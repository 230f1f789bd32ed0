/// Merges sorted runs of posts.
package enum TimelineMerge {
    /// Returns the newest IDs of all runs without duplicates, newest first.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of IDs.
    ///   - runs: Lists in descending order. They are few, so each step compares all heads.
    /// - Returns: One list in descending order.
    package static func newest(_ limit: Int, of runs: [[Post.ID]]) -> [Post.ID] {
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
