extension String {
    /// Returns the edit distance to another string: the minimum number of insertions, deletions,
    /// replacements and swaps of adjacent letters (the restricted Damerau–Levenshtein distance).
    func editDistance(to other: String) -> Int {
        let (left, right) = (Array(self), Array(other))
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                let cost = left[row] == right[column] ? 0 : 1
                var least = Swift.min(
                    last[column] + cost,
                    last[column + 1] + 1,
                    current[column] + 1
                )
                if row > 0, column > 0, left[row] == right[column - 1],
                    left[row - 1] == right[column]
                {
                    least = Swift.min(least, beforeLast[column - 1] + 1)
                }
                current.append(least)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}

extension Sequence<String> {
    /// Returns the name with the smallest edit distance to a word that may be mistyped.
    ///
    /// Returns `nil` if all names differ in more than two places or in more than half of their
    /// letters, or if the word is longer than 30 bytes.
    func nearest(to word: String) -> String? {
        guard word.utf8.count <= 30 else { return nil }
        return map { (name: $0, distance: word.lowercased().editDistance(to: $0)) }
            .filter { $0.distance <= Swift.min(2, $0.name.count / 2) }
            .min { $0.distance < $1.distance }?
            .name
    }
}
