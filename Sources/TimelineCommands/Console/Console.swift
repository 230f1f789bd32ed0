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

/// A prompter for values that the options leave out.
///
/// It repeats each prompt until the user enters a valid value.
struct Prompter {
    let console: any Console

    /// Returns the value of an option, or prompts for one.
    ///
    /// - Parameters:
    ///   - value: The value of the option.
    ///   - label: The label of the prompt.
    ///   - option: The name of the option, for the error message if there is no terminal.
    ///   - check: A closure that throws if an entered value is invalid.
    /// - Returns: The entered value, which is valid, or the value of the option, which is not
    ///   checked.
    /// - Throws: ``Interrupted`` at the end of the input, ``UsageError`` if there is no terminal,
    ///   or any error thrown by `check` that does not concern the value.
    func value(
        _ value: String?,
        label: String,
        option: String,
        check: (String) async throws -> Void
    ) async throws -> String {
        if let value { return value }
        guard console.isInteractive else { throw UsageError(PromptText.required(option)) }
        while true {
            console.writeError(PromptText.label(label))
            guard let line = try console.readLine() else { throw Interrupted() }
            if try await isValid({ try await check(line) }) { return line }
        }
    }

    /// Reads a new password from standard input, or prompts for it twice.
    ///
    /// - Parameters:
    ///   - label: The label of the first prompt.
    ///   - repetition: The label of the second prompt.
    ///   - fromInput: Whether to read from standard input, without a prompt.
    ///   - check: A closure that throws if an entered password is invalid.
    /// - Returns: The entered password, which is valid, or the password from standard input, which
    ///   is not checked.
    /// - Throws: ``Interrupted`` at the end of the input at a prompt, or ``UsageError`` if there is
    ///   no terminal or standard input contains no password.
    func newPassword(
        _ label: String,
        repeated repetition: String,
        fromInput: Bool,
        check: (Password) throws -> Void
    ) async throws -> Password {
        if fromInput { return try password(label, fromInput: true) }
        if console.isInteractive {
            let advice = PromptText.passwordAdvice(
                PasswordPolicy.length,
                advised: PasswordPolicy.advisedLength
            )
            console.writeError(advice + "\n")
        }
        while true {
            let password = try password(label, fromInput: false)
            guard try await isValid({ try check(password) }) else { continue }
            if try self.password(repetition, fromInput: false).bytes == password.bytes {
                return password
            }
            console.writeError(PromptText.passwordsDiffer + "\n")
        }
    }

    /// Reads a password from standard input, or prompts for it once.
    ///
    /// - Throws: ``Interrupted`` at the end of the input at a prompt, or ``UsageError`` if there is
    ///   no terminal or standard input contains no password.
    func password(_ label: String, fromInput: Bool) throws -> Password {
        if fromInput {
            guard let line = try console.readLine() else {
                throw UsageError(PromptText.missingPassword)
            }
            return Password(line)
        }
        guard console.isInteractive else {
            throw UsageError(PromptText.required("--password-stdin"))
        }
        guard let secret = try console.readSecret(prompt: PromptText.label(label)) else {
            throw Interrupted()
        }
        return Password(secret)
    }

    /// Runs a check and reports a value that is invalid or already taken.
    private func isValid(_ check: () async throws -> Void) async throws -> Bool {
        do {
            try await check()
            return true
        } catch let error as any ReportableError where [65, 73].contains(error.exitCode) {
            console.writeError(error.description.terminalSafe + "\n")
            return false
        }
    }
}
