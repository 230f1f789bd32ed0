import TimelineCore

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
