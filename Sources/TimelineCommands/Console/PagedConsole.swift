import TimelineCore

/// A console whose output goes to a pager.
struct PagedConsole: Console {
    /// The console of the terminal.
    let terminal: any Console
    /// Sends text to the pager, and returns whether the pager is still reading.
    let send: @Sendable (String) -> Bool

    var columns: Int? { terminal.columns }
    var rows: Int? { terminal.rows }
    var cell: PixelSize? { terminal.cell }
    var showsProgress: Bool { false }
    var isInteractive: Bool { false }
    var hasTerminalInput: Bool { false }
    var terminalID: String? { nil }

    func answer(
        to question: TerminalQuestion,
        save: @escaping @Sendable (TerminalAnswer) -> Void
    ) -> TerminalAnswer? { nil }

    func finish() async { await terminal.finish() }

    func write(_ text: String) throws {
        guard send(text) else { throw ClosedPipe() }
    }

    func writeError(_ text: String) { terminal.writeError(text) }
    func readLine() throws -> String? { nil }
    func readAll() throws -> String { "" }
    func readSecret(prompt: String) throws -> String? { nil }
}
