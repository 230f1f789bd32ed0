/// The colours and weights of text.
///
/// Text remains plain if the output does not support them.
///
/// Text must be wrapped before it is styled, because the control sequences would be counted as
/// text.
struct Style: Hashable, Sendable {
    /// Whether text is styled.
    let isOn: Bool
    /// Whether text can be a link (OSC 8).
    let hasLinks: Bool

    /// Creates a style that does not depend on the output.
    init(isOn: Bool, hasLinks: Bool = false) {
        self.isOn = isOn
        self.hasLinks = hasLinks
    }

    /// Creates the style for an output.
    ///
    /// Text is plain unless the output is a capable terminal.
    ///
    /// A non-empty `NO_COLOR` also disables styling; see no-color.org.
    init(environment: [String: String], isTerminal: Bool) {
        let isAllowed = environment["NO_COLOR", default: ""].isEmpty
        isOn = isTerminal && isAllowed && environment["TERM"] != "dumb"
        hasLinks = isOn && TerminalLink.isSupported(in: environment)
    }

    /// Styles a username, and links it to a website if one is given and the terminal supports
    /// links.
    func username(_ text: String, url: String? = nil) -> String {
        let name = styled(text, with: Code.username)
        guard hasLinks, !text.isEmpty, let url, let link = TerminalLink(url) else { return name }
        return link.start + name + TerminalLink.end
    }

    /// Styles secondary text.
    func dim(_ text: String) -> String {
        styled(text, with: Code.dim)
    }

    /// Styles the heart symbol of a like.
    func heart(_ text: String) -> String {
        styled(text, with: Code.heart)
    }

    /// Styles important text.
    func bold(_ text: String) -> String {
        styled(text, with: Code.bold)
    }

    private func styled(_ text: String, with code: String) -> String {
        isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

/// Parameters for the control sequence Select Graphic Rendition (ECMA-48).
private enum Code {
    static let bold = "1"
    static let dim = "2"
    static let heart = "31"
    /// Bold green, with a contrast ratio of at least 4.5 against both black and white.
    static let username = "1;38;5;29"
}
