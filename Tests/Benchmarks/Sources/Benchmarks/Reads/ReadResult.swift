/// What one kind of read costs through the public engine call, over many subjects.
struct ReadResult {
    let name: String
    /// The milliseconds that it may take, p50.
    let asked: Double
    var times = Times()
}

extension ReadResult {
    /// Reads every subject twice, and times the second read; each has to find something.
    init<Subject>(
        _ name: String,
        asked: Double,
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

    /// The same, which has been told.
    func said() -> ReadResult {
        say("\(name): \(milliseconds(times.p50)), p99 \(milliseconds(times.p99))")
        return self
    }
}
