import TimelineCore

/// Asks the person at the terminal for what the options did not give, again until it is allowed.
struct Prompter {
    let console: any Console

    /// Takes an option's value, or asks for one.
    ///
    /// - Parameters:
    ///   - given: the option's value.
    ///   - question: the prompt.
    ///   - option: the option's name, for one who cannot be asked.
    ///   - check: throws when the answer is not allowed.
    /// - Returns: a value that is allowed, or the option's as it is.
    /// - Throws: ``Interrupted`` at the end of the input; a usage error when nobody can be asked.
    func answer(
        _ given: String?,
        asking question: String,
        option: String,
        check: (String) async throws -> Void
    ) async throws -> String {
        if let given { return given }
        guard console.isInteractive else {
            throw UsageError("Give \(option); without a terminal there is nobody to ask.")
        }
        while true {
            console.writeError("\(question): ")
            guard let line = try console.readLine() else { throw Interrupted() }
            if try await isAllowed({ try await check(line) }) { return line }
        }
    }

    /// Takes a new password from standard input, or asks for it twice.
    func newPassword(
        _ question: String,
        fromInput: Bool,
        check: (Password) throws -> Void
    ) async throws -> Password {
        if fromInput { return try password(question, fromInput: true) }
        let length = PasswordPolicy.length
        let advice = "better \(PasswordPolicy.advisedLength) or more"
        let bounds = "\(length.lowerBound) to \(length.upperBound) characters, \(advice)"
        while true {
            let password = try password("\(question) (\(bounds))", fromInput: false)
            guard try await isAllowed({ try check(password) }) else { continue }
            if try self.password("The same again", fromInput: false).bytes == password.bytes {
                return password
            }
            console.writeError("The two are not the same; try again.\n")
        }
    }

    /// Takes a password from standard input, or asks for it once.
    func password(_ question: String, fromInput: Bool) throws -> Password {
        if fromInput {
            guard let line = try console.readLine() else {
                throw UsageError(
                    "Standard input ended before the password; give a line for each that is asked for."
                )
            }
            return Password(line)
        }
        guard console.isInteractive else {
            throw UsageError(
                "Give --password-stdin; without a terminal there is nobody to ask."
            )
        }
        guard let typed = try console.readSecret(prompt: "\(question): ") else {
            throw Interrupted()
        }
        return Password(typed)
    }

    private func isAllowed(_ check: () async throws -> Void) async throws -> Bool {
        do {
            try await check()
            return true
        } catch let error as TimelineError where [65, 73].contains(error.exitCode) {
            console.writeError(error.description.terminalSafe + "\n")
            return false
        }
    }
}
