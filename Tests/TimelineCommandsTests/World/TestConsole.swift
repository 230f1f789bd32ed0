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
        var errors = ""
        var writes: [String] = []
    }

    let columns: Int?
    let rows: Int?
    let cell: PixelSize?
    let terminalID: String?
    let showsProgress = false
    let isInteractive: Bool
    let hasTerminalInput: Bool
    private let state: Lock<State>
    /// A function that is called before each write to standard output.
    private let onWrite: @Sendable () -> Void

    /// The answers to questions, in order.
    private let answers: Lock<[TerminalAnswer]>

    init(
        columns: Int?,
        rows: Int? = nil,
        cell: PixelSize? = nil,
        answers: [TerminalAnswer] = [],
        isInteractive: Bool,
        hasTerminalInput: Bool? = nil,
        input: [String],
        secrets: [String],
        onWrite: @escaping @Sendable () -> Void = {}
    ) {
        self.columns = columns
        self.rows = rows
        self.cell = cell
        self.answers = Lock(answers)
        terminalID = columns.map { "test \($0)" }
        self.isInteractive = isInteractive
        self.hasTerminalInput = hasTerminalInput ?? isInteractive
        state = Lock(State(input: input, secrets: secrets))
        self.onWrite = onWrite
    }

    /// The output to standard error.
    var errors: String { state.withLock(\.errors) }

    /// The pieces written to standard output.
    var writes: [String] { state.withLock(\.writes) }

    /// The output of both streams, in the order in which it was written.
    var written: String { state.withLock(\.written) }

    /// Whether the command has read all of the input.
    var isExhausted: Bool { state.withLock { $0.input.isEmpty && $0.secrets.isEmpty } }

    func answer(
        to question: TerminalQuestion,
        save: @escaping @Sendable (TerminalAnswer) -> Void
    ) -> TerminalAnswer? {
        let answer = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        if let answer { save(answer) }
        return answer
    }

    func finish() {}

    func write(_ text: String) {
        onWrite()
        state.withLock { state in
            state.written += text
            state.writes.append(text)
        }
    }

    func writeError(_ text: String) {
        state.withLock { state in
            state.written += text
            state.errors += text
        }
    }

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
