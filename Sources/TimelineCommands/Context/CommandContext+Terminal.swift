extension CommandContext {
    /// Selects how to draw pictures, and queries the terminal if the environment variables are not
    /// conclusive.
    ///
    /// Returns `nil` if the terminal cannot show pictures or the user has disabled them.
    func graphics(_ choice: ImageChoice) -> TerminalGraphics? {
        let question = TerminalGraphics.question(choice, variables: variables)
        return TerminalGraphics(
            choice,
            variables: variables,
            cell: console.cell,
            answer: question.flatMap { answer(to: $0) }
        )
    }

    /// The environment variables that differ between terminals.
    private static let identifying = [
        "TERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "TMUX", "STY", "SSH_CONNECTION",
        "XTERM_VERSION", "KITTY_WINDOW_ID",
    ]

    /// Returns the terminal's cached answer, or queries the terminal.
    private func answer(to question: TerminalQuestion) -> TerminalAnswer? {
        guard let id = console.terminalID else { return nil }
        let terminal = ([id] + Self.identifying.map { variables[$0, default: ""] })
            .joined(separator: "\n")
        let answers = TerminalAnswers(variables: variables)
        if let answer = answers.answer(of: terminal, to: question) { return answer }
        return console.answer(to: question) { answers.save($0, of: terminal, to: question) }
    }
}
