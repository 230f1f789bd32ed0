extension RandomAccessCollection {
    /// Finds the first element that matches, by binary search in O(log *n*).
    ///
    /// - Parameter belongsInSecondPartition: A condition that is false for the elements up to an
    ///   index, and true from there on.
    /// - Returns: The index of the element; `endIndex` if no element matches.
    @inlinable
    package func partitioningIndex(
        where belongsInSecondPartition: (Element) throws -> Bool
    ) rethrows -> Index {
        var low = startIndex
        var count = count
        while count > 0 {
            let half = count / 2
            let middle = index(low, offsetBy: half)
            if try belongsInSecondPartition(self[middle]) {
                count = half
            } else {
                low = index(after: middle)
                count -= half + 1
            }
        }
        return low
    }
}
