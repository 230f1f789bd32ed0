import TimelineCore

/// The input and output of a command: the system's streams, or a test's.
protocol Console: Sendable {
    /// The width in columns of the terminal on standard output; `nil` if it is not a terminal.
    var columns: Int? { get }
    /// The height in rows of that terminal.
    var rows: Int? { get }
    /// The size in pixels of a cell of that terminal, if known.
    var cell: PixelSize? { get }
    /// Whether standard error is a terminal, which can show progress.
    var showsProgress: Bool { get }
    /// Whether a user can answer prompts at a terminal.
    var isInteractive: Bool { get }

    /// Writes to standard output.
    ///
    /// - Throws: ``ClosedPipe`` when the reader has closed the pipe.
    func write(_ text: String) throws

    /// Writes to standard error; failures are ignored.
    func writeError(_ text: String)

    /// Reads a line from standard input, without its newline; `nil` at the end of the input.
    ///
    /// - Throws: ``UsageError`` if the input is not valid UTF-8.
    func readLine() throws -> String?

    /// Reads the rest of standard input.
    ///
    /// - Throws: ``UsageError`` if the input is not valid UTF-8.
    func readAll() throws -> String

    /// Prompts for a secret, which is not echoed; `nil` at the end of the input.
    ///
    /// - Throws: ``Interrupted`` at Ctrl-C, ``UsageError`` if the input is not valid UTF-8.
    func readSecret(prompt: String) throws -> String?
}

/// The reader of the output has closed the pipe, as in `timeline feed | head -1`; the command ends
/// quietly.
struct ClosedPipe: Error {}

/// The user pressed Ctrl-C or ended the input at a prompt.
struct Interrupted: Error {}
