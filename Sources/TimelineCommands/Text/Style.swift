/// The looks of printed text, which is left plain where they would not be shown.
///
/// A look adds characters that take up no columns, so text is wrapped before it gets one.
struct Style: Hashable, Sendable {
    /// Whether text is given a look at all.
    let isOn: Bool

    /// Makes a style that is on or off, whatever the output is.
    init(isOn: Bool) {
        self.isOn = isOn
    }

    /// Turns looks on for a terminal that shows them, unless its user asked for none.
    ///
    /// An environment asks for none by a `NO_COLOR` that is not empty; see no-color.org.
    init(environment: [String: String], isTerminal: Bool) {
        let isWelcome = environment["NO_COLOR", default: ""].isEmpty
        isOn = isTerminal && isWelcome && environment["TERM"] != "dumb"
    }

    /// The look of the name of a user.
    func username(_ text: String) -> String {
        dressed(text, in: Code.username)
    }

    /// The look of what matters less than the text around it.
    func dim(_ text: String) -> String {
        dressed(text, in: Code.dim)
    }

    /// The look of a like.
    func heart(_ text: String) -> String {
        dressed(text, in: Code.heart)
    }

    /// The look of what matters more than the text around it.
    func bold(_ text: String) -> String {
        dressed(text, in: Code.bold)
    }

    private func dressed(_ text: String, in code: String) -> String {
        isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

/// Parameters of the terminal's Select Graphic Rendition sequence.
private enum Code {
    static let bold = "1"
    static let dim = "2"
    static let heart = "31"
    static let username = "1;36"
}
