import TimelineCore

/// The times of one kind of read through the public call, over many subjects.
struct ReadResult {
    let name: String
    /// The milliseconds that it may take, p50, where that was set.
    let asked: Double?
    var times = Times()
}

extension ReadResult {
    /// Reads every subject twice, and times the second read; each has to find something.
    init<Subject>(
        _ name: String,
        asked: Double?,
        over subjects: [Subject],
        _ read: (Subject) async throws -> Int
    ) async throws {
        self.init(name: name, asked: asked)
        for subject in subjects {
            guard try await read(subject) > 0 else {
                throw BenchmarkFailure(reason: "There is nothing to measure: \(name).")
            }
            try await times.measure { _ = try await read(subject) }
        }
        _ = said()
    }

    /// The pages of a home timeline one after the other, in a store that was just opened: none was read before, and
    /// no scan has gone there.
    static func downward(_ store: BenchmarkStore, _ reader: Reader) async throws -> ReadResult {
        let session = try await store.reopened().session(of: reader)
        var result = ReadResult(
            name: "following \(reader.name): pages in order, each read once",
            asked: nil
        )
        var cursor: Post.ID?
        for page in 0..<300 where page == 0 || cursor != nil {
            try await result.times.measure {
                cursor = try await session.timeline(before: cursor, limit: 50).next
            }
        }
        return result.said()
    }

    /// The same, which has been told.
    func said() -> ReadResult {
        say("\(name): \(milliseconds(times.p50)), p99 \(milliseconds(times.p99))")
        return self
    }
}
