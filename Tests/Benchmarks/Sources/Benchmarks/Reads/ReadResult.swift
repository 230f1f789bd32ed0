import TimelineCore

/// The times of one kind of read through the public API.
struct ReadResult {
    let name: String
    /// The upper bound for the p50 in milliseconds, or `nil` if the project has not set one.
    let goal: Double?
    var times = Times()
}

extension ReadResult {
    /// Reads every subject twice and times the second read.
    ///
    /// - Throws: ``BenchmarkFailure`` if a read returns 0, so that empty results are never
    ///   measured.
    init<Subject>(
        _ name: String,
        goal: Double?,
        subjects: [Subject],
        read: (Subject) async throws -> Int
    ) async throws {
        self.init(name: name, goal: goal)
        for subject in subjects {
            guard try await read(subject) > 0 else {
                throw BenchmarkFailure(reason: "Nothing to measure: \(name).")
            }
            try await times.measure { _ = try await read(subject) }
        }
        printResult()
    }

    /// Reads up to 300 consecutive pages of a home timeline from a newly opened store without
    /// caches.
    static func paging(
        _ store: BenchmarkStore,
        as reader: Reader
    ) async throws -> ReadResult {
        let session = try await store.reopened().session(of: reader)
        var result = ReadResult(
            name: "following \(reader.name): pages in order, each read once",
            goal: nil
        )
        var cursor: Post.ID?
        for page in 0..<300 where page == 0 || cursor != nil {
            try await result.times.measure {
                cursor = try await session.timeline(before: cursor, limit: 50).next
            }
        }
        result.printResult()
        return result
    }

    func printResult() {
        printProgress("\(name): \(milliseconds(times.p50)), p99 \(milliseconds(times.p99))")
    }
}
