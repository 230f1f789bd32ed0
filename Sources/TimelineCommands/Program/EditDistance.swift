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
