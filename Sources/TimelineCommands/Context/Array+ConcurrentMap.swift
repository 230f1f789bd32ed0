extension Array where Element: Sendable {
    /// Transforms the elements in concurrent tasks.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of tasks at the same time.
    ///   - transform: A function that transforms an element.
    /// - Returns: The results, in the order of the elements.
    /// - Throws: The first error thrown by `transform`, after all tasks have ended.
    func concurrentMap<Result: Sendable>(
        limit: Int,
        _ transform: @escaping @Sendable (Element) async throws -> Result
    ) async throws -> [Result] {
        try await withThrowingTaskGroup(of: (index: Int, result: Result).self) { group in
            var results: [Int: Result] = [:]
            for (index, element) in enumerated() {
                if index >= limit, let part = try await group.next() {
                    results[part.index] = part.result
                }
                group.addTask { (index, try await transform(element)) }
            }
            for try await part in group { results[part.index] = part.result }
            return indices.compactMap { results[$0] }
        }
    }
}
