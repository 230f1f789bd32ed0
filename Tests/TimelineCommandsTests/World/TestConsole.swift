import Testing
import TimelineCore

@testable import TimelineCommands

/// A console that answers prompts from a list of inputs and records the output.
///
/// If it runs out of answers, it records an issue.
final class TestConsole: Console {
    private struct State {
        var input: [String]
        var secrets: [String]
        var written = ""
    }

    let columns: Int?
    let rows: Int?
    let cell: PixelSize? = nil
    let showsProgress = false
    let isInteractive: Bool
    private let state: Lock<State>

    init(columns: Int?, rows: Int? = nil, isInteractive: Bool, input: [String], secrets: [String]) {
        self.columns = columns
        self.rows = rows
        self.isInteractive = isInteractive
        state = Lock(State(input: input, secrets: secrets))
    }

    /// The output of both streams, in the order in which it was written.
    var written: String { state.withLock(\.written) }

    /// Whether the command has read all of the input.
    var isExhausted: Bool { state.withLock { $0.input.isEmpty && $0.secrets.isEmpty } }

    func write(_ text: String) { state.withLock { $0.written += text } }

    func writeError(_ text: String) { state.withLock { $0.written += text } }

    func readLine() -> String? {
        let line = state.withLock { $0.input.isEmpty ? nil : $0.input.removeFirst() }
        if line == nil { Issue.record("Nothing is left to read.") }
        if isInteractive, let line { write(line + "\n") }
        return line
    }

    func readAll() -> String {
        state.withLock { state in
            defer { state.input = [] }
            return state.input.map { $0 + "\n" }.joined()
        }
    }

    func readSecret(prompt: String) -> String? {
        write(prompt + "\n")
        let secret = state.withLock { $0.secrets.isEmpty ? nil : $0.secrets.removeFirst() }
        if secret == nil { Issue.record("No secret is left for “\(prompt)”.") }
        return secret
    }
}
