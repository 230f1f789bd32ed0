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
