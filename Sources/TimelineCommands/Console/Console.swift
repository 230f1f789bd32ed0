import TimelineCore

/// Where a command reads and writes: the system's streams, or a test's.
protocol Console: Sendable {
    /// The columns of the terminal that standard output goes to; `nil` when it goes elsewhere.
    var columns: Int? { get }
    /// The rows of that terminal.
    var rows: Int? { get }
    /// The size of one of its cells in pixels, if it tells.
    var cell: PixelSize? { get }
    /// Whether standard error goes to a terminal, where progress can be shown.
    var showsProgress: Bool { get }
    /// Whether a person sits at the terminal, who can be asked.
    var isInteractive: Bool { get }

    /// Writes to standard output.
    ///
    /// - Throws: ``ClosedPipe`` when nobody reads any more.
    func write(_ text: String) throws

    /// Writes to standard error; what cannot be written is lost.
    func writeError(_ text: String)

    /// Reads a line from standard input, without its end; `nil` at the end of the input.
    func readLine() throws -> String?

    /// Reads the rest of standard input as UTF-8.
    func readAll() throws -> String

    /// Asks for a secret, which is not shown while it is typed; `nil` at the end of the input.
    ///
    /// - Throws: ``Interrupted`` at Ctrl-C.
    func readSecret(prompt: String) throws -> String?
}

/// The reader of the output has gone, as in `timeline feed | head -1`: no fault, and no more to do.
struct ClosedPipe: Error {}

/// The person pressed Ctrl-C.
struct Interrupted: Error {}
