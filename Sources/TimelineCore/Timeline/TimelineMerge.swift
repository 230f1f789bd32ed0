/// Merges runs of posts, each newest first, into one.
package enum TimelineMerge {
    /// The newest `limit` identifiers of all runs, newest first, each once.
    ///
    /// - Parameters:
    ///   - limit: how many at most.
    ///   - runs: lists in descending order; a handful, so the greatest head is looked for.
    /// - Returns: one list in descending order.
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
