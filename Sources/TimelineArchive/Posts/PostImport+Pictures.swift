import TimelineCore

extension PostImport {
    /// Divides parts into groups that are prepared and committed together.
    ///
    /// The photos of one group are in memory at a time, because those of a large entry exceed it.
    static func groups(of parts: [PostPlan.Part]) -> [[PostPlan.Part]] {
        var groups: [[PostPlan.Part]] = []
        var byteCount = SourceBatch.byteLimit
        for part in parts {
            if byteCount >= SourceBatch.byteLimit {
                groups.append([])
                byteCount = 0
            }
            groups[groups.count - 1].append(part)
            byteCount += part.byteCount
        }
        return groups
    }

    /// Prepares the pictures of several parts, a few at a time.
    ///
    /// - Parameters:
    ///   - parts: The parts.
    ///   - prepared: The results for pictures that have been prepared before, by path.
    /// - Returns: The results for each part's pictures, in order.
    /// - Throws: A storage error or `CancellationError`.
    func prepare(
        _ parts: [PostPlan.Part],
        reusing prepared: [PathKey: Result<PreparedPhoto, EntryError>] = [:]
    ) async throws -> [[Result<PreparedPhoto, EntryError>]] {
        let (session, archive) = (session, source.archive)
        let pictures = parts.flatMap(\.pictures)
        var results = try await withThrowingTaskGroup(
            of: (Int, Result<PreparedPhoto, EntryError>).self
        ) { group in
            var results: [(Int, Result<PreparedPhoto, EntryError>)] = []
            for (index, picture) in pictures.enumerated() {
                if let result = prepared[picture.path] {
                    results.append((index, result))
                    continue
                }
                if index >= Self.simultaneousPictures, let result = try await group.next() {
                    results.append(result)
                }
                group.addTask { (index, try await picture.prepared(in: session, archive)) }
            }
            for try await result in group { results.append(result) }
            return results.sorted { $0.0 < $1.0 }.map(\.1)[...]
        }
        return parts.map { part in
            defer { results = results.dropFirst(part.pictures.count) }
            return Array(results.prefix(part.pictures.count))
        }
    }

    /// The number of pictures to prepare at once, which bounds the memory for pixels.
    private static let simultaneousPictures = 2
}
