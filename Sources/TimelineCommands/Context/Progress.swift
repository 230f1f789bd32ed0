import Synchronization
import TimelineCore

/// Tells a person at a terminal how far some work is, once it has taken half a second.
final class Progress: Sendable {
    private struct State {
        var done = 0
        var total = 0
        var isShown = false
        var hasEnded = false
    }

    private let console: any Console
    private let title: String
    private let state = Mutex(State())
    private let start = ContinuousClock.now

    private init(_ title: String, on console: any Console) {
        self.title = title
        self.console = console
    }

    /// Notes how much is done, of how much.
    func update(_ done: Int, _ total: Int) {
        state.withLock { ($0.done, $0.total) = (done, total) }
    }

    private func show() {
        state.withLock { state in
            guard !state.hasEnded else { return }
            state.isShown = true
            console.writeError("\r\u{1B}[K\(title)\(amount(state))…")
        }
    }

    /// A bar, how much is done, how fast, and how long the rest takes at that rate.
    private func amount(_ state: State) -> String {
        guard state.total > 0, state.done > 0 else { return "" }
        let cells = Self.barWidth * state.done / state.total
        let bar =
            String(repeating: "█", count: cells)
            + String(repeating: "░", count: Self.barWidth - cells)
        let rate = Double(state.done) / max(0.001, (ContinuousClock.now - start) / .seconds(1))
        let left = Int(Double(state.total - state.done) / rate)
        return " \(bar) \(state.done) of \(state.total), \(Int(rate))/s, \(left) s left"
    }

    private static let barWidth = 16

    private func clear() {
        state.withLock { state in
            state.hasEnded = true
            if state.isShown { console.writeError("\r\u{1B}[K") }
        }
    }

    /// Runs `work`, and shows its progress on standard error when that is a terminal.
    static func shown<Answer>(
        _ title: String,
        in context: CommandContext,
        _ work: (Progress) async throws -> Answer
    ) async throws -> Answer {
        let progress = Progress(title, on: context.console)
        guard context.console.showsProgress else { return try await work(progress) }
        let display = Task {
            try await context.environment.pause(.milliseconds(500))
            while true {
                progress.show()
                try await context.environment.pause(.milliseconds(100))
            }
        }
        defer {
            display.cancel()
            progress.clear()
        }
        return try await work(progress)
    }
}
