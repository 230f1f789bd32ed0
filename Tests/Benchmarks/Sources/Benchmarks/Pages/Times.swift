/// Times of many runs, in milliseconds.
struct Times {
    private var times: [Double] = []

    mutating func add(_ duration: Duration) { times.append(duration / .milliseconds(1)) }

    /// The time that a part of all runs, from 0 to 1, stayed below; not a number when there was no run.
    func percentile(_ part: Double) -> Double {
        guard !times.isEmpty else { return .nan }
        return times.sorted()[min(times.count - 1, Int(part * Double(times.count)))]
    }

    var p50: Double { percentile(0.5) }
    var p99: Double { percentile(0.99) }
    var count: Int { times.count }
    var total: Double { times.reduce(0, +) }

    /// Runs something, and takes its time.
    mutating func measure(_ work: () async throws -> Void) async rethrows {
        let start = ContinuousClock.now
        try await work()
        add(ContinuousClock.now - start)
    }
}
