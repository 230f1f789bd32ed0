import Foundation
import TimelineCore

/// A progress display for work that takes longer than half a second.
final class Progress: Sendable {
    private struct State {
        var estimate = ProgressEstimate()
        /// The progress of work whose total is unknown.
        var note: String?
        var isShown = false
        var hasEnded = false
    }

    /// The control sequence that moves the cursor to the start of the line and erases the line
    /// (ECMA-48).
    private static let eraseLine = "\r\u{1B}[K"

    private let console: any Console
    private let title: String
    private let state = Lock(State())
    private let start = ContinuousClock.now

    private init(_ title: String, on console: any Console) {
        self.title = title
        self.console = console
    }

    /// Runs `work` and shows its progress if standard error is a terminal.
    ///
    /// - Parameters:
    ///   - title: The title of the work.
    ///   - console: The console to write to.
    ///   - pause: A function that waits for a duration.
    ///   - work: The work to run. It reports its progress to the object that it receives.
    /// - Returns: The result of `work`.
    /// - Throws: Any error thrown by `work`.
    static func showing<Result>(
        _ title: String,
        on console: any Console,
        pause: @escaping @Sendable (Duration) async throws -> Void,
        work: (Progress) async throws -> Result
    ) async throws -> Result {
        let progress = Progress(title, on: console)
        guard console.showsProgress else { return try await work(progress) }
        let display = Task {
            try await pause(.milliseconds(500))
            while true {
                progress.show()
                try await pause(.milliseconds(100))
            }
        }
        defer {
            display.cancel()
            progress.clear()
        }
        return try await work(progress)
    }

    /// Sets the number of completed items and the total number of items, which is 0 if it is
    /// unknown.
    ///
    /// A number below the previous one starts a new count, with a time left of its own.
    func update(_ done: Int, of total: Int) {
        let time = seconds
        state.withLock { $0.estimate.update(done, of: total, at: time) }
    }

    /// Sets the progress of work whose total is unknown.
    ///
    /// - Parameters:
    ///   - amount: The work so far, such as "12 records, 3 MB".
    ///   - bytes: The number of bytes so far, from which their rate is calculated.
    func note(_ amount: String, bytes: UInt64) {
        let (time, count) = (seconds, Int(clamping: bytes))
        state.withLock { state in
            state.note = amount
            state.estimate.update(count, of: count, at: time)
        }
    }

    /// The time since the work began, in seconds.
    private var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }

    private func show() {
        let time = seconds
        state.withLock { state in
            guard !state.hasEnded else { return }
            state.isShown = true
            console.writeError(Self.eraseLine + line(&state, at: time))
        }
    }

    /// Returns the title, a bar if it fits, and the progress in numbers.
    ///
    /// The text fits on one line, because a line that wraps could not be overwritten.
    private func line(_ state: inout State, at time: Double) -> String {
        let width = (console.columns ?? 80) - 1
        if let note = state.note {
            let rate = state.estimate.recentRate(at: time).map { ProgressText.bytes(perSecond: $0) }
            let amount = [note, rate].compactMap(\.self).joined(separator: ", ")
            return "\(title)… \(amount)".truncated(to: width)
        }
        guard let left = state.estimate.secondsLeft(at: time), let rate = state.estimate.rate else {
            return "\(title)…".truncated(to: width)
        }
        let (done, total) = (state.estimate.done, state.estimate.total)
        guard total > 0 else {
            return "\(title)… \(ProgressText.progress(done, perSecond: rate))".truncated(to: width)
        }
        let amount = ProgressText.progress(done, of: total, perSecond: rate, secondsLeft: left)
        let room = min(16, width - title.displayWidth - amount.displayWidth - 2)
        let bar = room > 3 ? "\(bar(of: room, done, of: total)) " : ""
        return "\(title) \(bar)\(amount)".truncated(to: width)
    }

    private func bar(of width: Int, _ done: Int, of total: Int) -> String {
        let cells = width * min(done, total) / max(1, total)
        return String(repeating: "█", count: cells) + String(repeating: "░", count: width - cells)
    }

    private func clear() {
        state.withLock { state in
            state.hasEnded = true
            if state.isShown { console.writeError(Self.eraseLine) }
        }
    }
}

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
