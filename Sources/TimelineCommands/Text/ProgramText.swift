import ArgumentParser

/// Help texts for the program itself, its command groups and the options shared by all commands.
enum ProgramText {
    static let version = "0.1.0"
    static let abstract = "Your photos and your friends' photos, in one folder you own."
    static let discussion = """
        Everything is stored on this machine; nothing waits for a network. To refer to a post or a comment, type the short ID \
        that lists show at its right. Try `timeline demo` for a tour.
        """

    static let usage = "USAGE: timeline <command> [<argument> ...]"
    static let commandsLabel = "COMMANDS:"
    static let moreHelp = [
        (command: "timeline help COMMAND", purpose: "explains a command"),
        (command: "timeline help commands", purpose: "lists all commands with a summary"),
        (command: "man timeline", purpose: "shows the manual, with examples"),
    ]
    /// The labels with which the parser starts a usage line, in help and in errors.
    static let usageLabels = ["USAGE: ", "Usage: "]
    /// The labels with which the parser starts its lists of arguments and options.
    static let argumentLabels = ["ARGUMENTS:", "OPTIONS:"]

    static let accountGroup = "Account"
    static let peopleGroup = "People"
    static let postGroup = "Posts"
    static let discoverGroup = "Discover"
    static let syncGroup = "Sync"
    static let storeGroup = "Store"

    static let store = ArgumentHelp(
        "The folder of the store (default: $TIMELINE_HOME, or your data folder).",
        valueName: ValueName.folder
    )
    static let format = ArgumentHelp("The output format.", valueName: "text|json")
    static let images = ArgumentHelp(
        "How to draw pictures in a terminal.",
        valueName: "auto|kitty|iterm|sixel|blocks|none"
    )

    /// The shell command for paging if `$PAGER` is not set.
    static let pager = "command -v less >/dev/null || exec cat; exec less"

    /// Returns the label shown for a session in the list of sessions.
    static func sessionLabel(host: String) -> String { "timeline on \(host)" }
    static let unknownHost = "an unknown machine"

    static func error(_ message: String) -> String { "Error: \(message)" }
    static func warning(_ message: String) -> String { "Warning: \(message)" }
}
