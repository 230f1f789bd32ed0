extension RandomAccessCollection {
    /// Finds the first matching element by binary search, in O(log *n*) time.
    ///
    /// - Parameter belongsInSecondPartition: A condition that is false for all elements before a
    ///   certain index, and true for the element at that index and all later elements.
    /// - Returns: The index of the first matching element, or `endIndex` if no element matches.
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
