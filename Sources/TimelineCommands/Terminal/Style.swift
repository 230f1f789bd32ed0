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

/// A link in a terminal (OSC 8).
struct TerminalLink {
    /// The control sequence before the text of the link.
    let start: String
    /// The control sequence after the text of the link.
    static let end = "\u{1B}]8;;\u{1B}\\"

    /// The maximum length of a URL in bytes, as in VTE.
    private static let limit = 2083

    /// Creates a link to a website.
    ///
    /// Returns `nil` unless the address starts with `http://` or `https://` and consists of visible
    /// ASCII characters, so that no address can end the control sequence.
    init?(_ url: String) {
        let isWeb = url.hasPrefix("https://") || url.hasPrefix("http://")
        guard isWeb, url.utf8.count <= Self.limit, url.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
        else { return nil }
        start = "\u{1B}]8;;\(url)\u{1B}\\"
    }

    /// The values of `TERM` for terminals that support links.
    private static let terminals = [
        "xterm-kitty", "xterm-ghostty", "foot", "alacritty", "wezterm", "contour",
    ]
    /// The values of `TERM_PROGRAM` for terminals that support links.
    private static let programs = ["iTerm.app", "WezTerm", "vscode", "ghostty", "mintty", "Hyper"]
    /// The first version of VTE that supports links, as in `VTE_VERSION`.
    private static let firstVTE = 5000

    /// Returns whether a terminal with these environment variables supports links.
    ///
    /// tmux before version 3.4 removes links, and it inherits the variables of its outer terminal,
    /// so it is treated as not supporting them.
    static func isSupported(in variables: [String: String]) -> Bool {
        guard variables["TMUX", default: ""].isEmpty, variables["STY", default: ""].isEmpty else {
            return false
        }
        let terminal = variables["TERM", default: ""]
        return terminals.contains { terminal == $0 || terminal.hasPrefix($0 + "-") }
            || variables["TERM_PROGRAM"].map(programs.contains) ?? false
            || variables["VTE_VERSION"].flatMap { Int($0) }.map { $0 >= firstVTE } ?? false
            || ["KONSOLE_VERSION", "WT_SESSION"].contains { variables[$0]?.isEmpty == false }
    }
}
