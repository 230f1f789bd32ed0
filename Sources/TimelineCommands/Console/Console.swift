import TimelineCore

/// The input and output of a command: the system's streams, or a replacement in tests.
protocol Console: Sendable {
    /// The width of the terminal on standard output in columns, or `nil` if standard output is not
    /// a terminal.
    var columns: Int? { get }
    /// The height of the terminal in rows, if known.
    var rows: Int? { get }
    /// The size of a terminal cell in pixels, if known.
    var cell: PixelSize? { get }
    /// Whether standard error is a terminal, which can show the progress of work.
    var showsProgress: Bool { get }
    /// Whether a user can answer prompts at a terminal.
    var isInteractive: Bool { get }
    /// Whether standard input is a terminal, even if standard error cannot show prompts.
    var hasTerminalInput: Bool { get }

    /// An identifier of the terminal window on standard output that is never reused, or `nil` if
    /// the terminal cannot be queried.
    var terminalID: String? { get }

    /// Queries the terminal, and waits at most 100 ms for its answer.
    ///
    /// - Parameters:
    ///   - question: The query.
    ///   - save: A function that receives the answer, even if it is late, or
    ///     ``TerminalAnswer/none`` if the terminal is silent for a second.
    /// - Returns: The answer, or `nil` if it is late or the terminal cannot be queried now.
    func answer(
        to question: TerminalQuestion,
        save: @escaping @Sendable (TerminalAnswer) -> Void
    ) -> TerminalAnswer?

    /// Waits until a late answer has been read, at most a second after the query.
    ///
    /// Otherwise, the shell would receive it as typed text.
    func finish() async

    /// Writes to standard output.
    ///
    /// - Throws: ``ClosedPipe`` if the reader has closed the pipe, or
    ///   ``CommandError/outputFailed(_:)`` if, for example, the disk is full.
    func write(_ text: String) throws

    /// Writes to standard error. Failures are ignored.
    func writeError(_ text: String)

    /// Reads a line from standard input, without its newline. Returns `nil` at the end of the
    /// input.
    ///
    /// - Throws: ``UsageError`` if the input is not valid UTF-8.
    func readLine() throws -> String?

    /// Reads the rest of standard input.
    ///
    /// - Throws: ``UsageError`` if the input is not valid UTF-8.
    func readAll() throws -> String

    /// Prompts for a secret and does not echo it. Returns `nil` at the end of the input.
    ///
    /// - Throws: ``Interrupted`` if the user presses Ctrl-C, or ``UsageError`` if the input is not
    ///   valid UTF-8.
    func readSecret(prompt: String) throws -> String?
}

/// The error thrown when the reader of the output has closed the pipe.
///
/// An example is `timeline feed | head -1`. The command ends quietly.
struct ClosedPipe: Error {}

/// The error thrown when the user presses Ctrl-C or ends the input at a prompt.
struct Interrupted: Error {}
