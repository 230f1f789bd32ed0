/// The durations of repeated runs, in milliseconds.
struct Times {
    private var times: [Double] = []

    mutating func add(_ duration: Duration) { times.append(duration / .milliseconds(1)) }

    /// Returns the duration that the given fraction of the runs, from 0 to 1, did not exceed.
    ///
    /// Returns NaN if there are no runs.
    func percentile(_ fraction: Double) -> Double {
        guard !times.isEmpty else { return .nan }
        return times.sorted()[min(times.count - 1, Int(fraction * Double(times.count)))]
    }

    var p50: Double { percentile(0.5) }
    var p99: Double { percentile(0.99) }
    var total: Double { times.reduce(0, +) }

    /// Runs a closure and adds its duration.
    mutating func measure(_ work: () async throws -> Void) async rethrows {
        let start = ContinuousClock.now
        try await work()
        add(ContinuousClock.now - start)
    }
}
