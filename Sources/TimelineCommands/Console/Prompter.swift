import TimelineCore

/// Prompts for values that the options leave out, until they are valid.
struct Prompter {
    let console: any Console

    /// Returns an option's value, or prompts for one.
    ///
    /// - Parameters:
    ///   - value: the option's value.
    ///   - label: the label of the prompt.
    ///   - option: the option's name, for the error without a terminal.
    ///   - check: throws if a typed value is invalid.
    /// - Returns: a typed value that is valid, or the option's value unchecked.
    /// - Throws: ``Interrupted`` at the end of the input, ``UsageError`` without a terminal.
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
    ///   - label: the label of the first prompt.
    ///   - repetition: the label of the second prompt.
    ///   - fromInput: whether to read from standard input, without a prompt.
    ///   - check: throws if a typed password is invalid.
    /// - Returns: a typed password that is valid, or the one from standard input unchecked.
    /// - Throws: ``Interrupted`` at the end of the input, ``UsageError`` without a terminal.
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
    /// - Throws: ``Interrupted`` at the end of the input, ``UsageError`` without a terminal or if
    ///   standard input ends.
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

    /// Runs a check, and reports a value that is invalid or taken.
    private func isValid(_ check: () async throws -> Void) async throws -> Bool {
        do {
            try await check()
            return true
        } catch let error as TimelineError where [65, 73].contains(error.exitCode) {
            console.writeError(error.description.terminalSafe + "\n")
            return false
        }
    }
}
