extension OpenStore {
    /// Asks a yes-or-no question, and repeats it until the user answers.
    ///
    /// - Returns: The answer, or `true` without asking if no user is at a terminal.
    /// - Throws: ``Interrupted`` at the end of the input, or ``UsageError`` if the user cannot see
    ///   the question because standard error is redirected.
    func confirms(_ question: String) throws -> Bool {
        let console = context.console
        guard console.isInteractive else {
            guard !console.hasTerminalInput else { throw UsageError(PromptText.hiddenQuestion) }
            return true
        }
        for line in output.layout.paragraph(question) { console.writeError(line + "\n") }
        while true {
            console.writeError(PromptText.label(PromptText.yesOrNo))
            guard let line = try console.readLine() else { throw Interrupted() }
            let answer = line.filter { !$0.isWhitespace }.lowercased()
            guard !answer.isEmpty else { continue }
            if PromptText.yes.hasPrefix(answer) { return true }
            if PromptText.no.hasPrefix(answer) { return false }
        }
    }

    /// Asks a yes-or-no question that nobody but a user or `--yes` may answer.
    ///
    /// - Returns: The answer.
    /// - Throws: ``Interrupted`` at the end of the input, or ``UsageError`` if no user is at a
    ///   terminal or if the user cannot see the question.
    func confirmsAtTerminal(_ question: String) throws -> Bool {
        let console = context.console
        guard console.isInteractive || console.hasTerminalInput else {
            throw UsageError(PromptText.required("--yes"))
        }
        return try confirms(question)
    }
}
