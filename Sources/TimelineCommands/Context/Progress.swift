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
    private let state = Lock(State())
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
            console.writeError("\r\u{1B}[K\(line(state))")
        }
    }

    /// The title, a bar where there is room for it, how much is done, how fast, and how long the rest takes at
    /// that rate, in one line: one that wraps could not be written over.
    private func line(_ state: State) -> String {
        let width = (console.columns ?? 80) - 1
        guard state.total > 0, state.done > 0 else { return "\(title)…".truncated(to: width) }
        let amount = amount(state)
        let room = min(16, width - title.displayWidth - amount.displayWidth - 2)
        let bar = room > 3 ? "\(bar(of: room, state)) " : ""
        return "\(title) \(bar)\(amount)".truncated(to: width)
    }

    private func bar(of width: Int, _ state: State) -> String {
        let cells = width * min(state.done, state.total) / state.total
        return String(repeating: "█", count: cells) + String(repeating: "░", count: width - cells)
    }

    private func amount(_ state: State) -> String {
        let rate = Double(state.done) / max(0.001, (ContinuousClock.now - start) / .seconds(1))
        let left = Int(Double(state.total - state.done) / rate)
        return "\(state.done) of \(state.total), \(Int(rate))/s, \(left) s left"
    }

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
