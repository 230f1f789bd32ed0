import Foundation

/// An estimate of the rate and the remaining time of work, based on the times of its updates.
///
/// The rate is an average that favours recent updates. The remaining time approaches its new value
/// after an update instead of jumping to it, and decreases between updates.
struct ProgressEstimate {
    /// The number of completed items.
    private(set) var done = 0
    /// The total number of items, or 0 if it is unknown.
    private(set) var total = 0
    /// The number of items per second, or `nil` before the first item.
    private(set) var rate: Double?
    /// The time at which the count began, in seconds.
    private var start = 0.0
    /// The time of the last update that completed items, in seconds.
    private var updated = 0.0
    /// The remaining time when it was last calculated, in seconds, and the time of the calculation.
    private var left: (seconds: Double, at: Double)?

    /// The time constant, in seconds, with which older updates lose their weight in the rate.
    private static let memory = 15.0
    /// The time constant, in seconds, with which the remaining time approaches its new value.
    private static let approach = 4.0

    /// The time in seconds without an update after which the rate is outdated.
    private static let stall = 5.0

    /// Returns the number of items per second, or `nil` before the first item and while none is
    /// completed.
    func recentRate(at time: Double) -> Double? { time - updated < Self.stall ? rate : nil }

    /// Sets the number of completed items and the total number of items.
    ///
    /// A number below the previous one starts a new count.
    ///
    /// - Parameters:
    ///   - done: The number of completed items.
    ///   - total: The total number of items, or 0 if it is unknown.
    ///   - time: The time since the work began, in seconds.
    mutating func update(_ done: Int, of total: Int, at time: Double) {
        if done < self.done { restart() }
        self.total = total
        let (completed, elapsed) = (done - self.done, time - updated)
        let duration = time - start
        guard completed > 0, duration > 0, elapsed > 0 || duration < Self.memory else { return }
        (self.done, updated) = (done, time)
        // At first, the rate is the average over the whole time.
        let weight = 1 - exp(-elapsed / Self.memory)
        rate =
            if let rate, duration >= Self.memory {
                rate + (Double(completed) / elapsed - rate) * weight
            } else {
                Double(done) / duration
            }
    }

    /// Starts a new count at the time of the last update.
    private mutating func restart() {
        let time = updated
        self = ProgressEstimate()
        (start, updated) = (time, time)
    }

    /// Returns the remaining time in seconds at a time, or `nil` before the first update.
    mutating func secondsLeft(at time: Double) -> Double? {
        guard let rate, rate > 0 else { return nil }
        let expected = max(0, Double(total - done) / rate - (time - updated))
        guard let last = left else {
            left = (expected, time)
            return expected
        }
        let elapsed = max(0, time - last.at)
        let counted = max(0, last.seconds - elapsed)
        // The first estimates are rough, so let better ones replace them sooner.
        let approach = min(Self.approach, (time - start) / 4)
        let seconds = counted + (expected - counted) * (1 - exp(-elapsed / approach))
        left = (seconds, time)
        return seconds
    }
}
