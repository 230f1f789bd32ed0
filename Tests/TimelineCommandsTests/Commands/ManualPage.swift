import ArgumentParser
import Foundation

@testable import TimelineCommands

/// The manual page in man(7) macros, generated from the commands.
struct ManualPage {
    /// The text of the page.
    let text: String

    /// Writes the page of the program.
    ///
    /// - Throws: A `DecodingError` if the parser's description of the commands has changed.
    init() throws {
        let tool = try JSONDecoder().decode(Tool.self, from: Data(TimelineCommand._dumpHelp().utf8))
        let groups = TimelineCommand.configuration.groupedSubcommands.map { group in
            let names = Set(group.subcommands.compactMap { $0.configuration.commandName })
            let commands = (tool.command.subcommands ?? [])
                .filter { names.contains($0.commandName) }
            return "\n.SH \(group.name.uppercased()) COMMANDS"
                + commands.map { Self.section($0, path: ["timeline"]) }.joined()
        }
        text = Self.introduction + groups.joined() + "\n" + Self.ending
    }

    private static var introduction: String {
        """
        .TH TIMELINE 1 "" "timeline \(TimelineCommand.configuration.version)" "User Commands"
        .SH NAME
        timeline \\- your photos and your friends' photos, in one folder you own
        .SH SYNOPSIS
        .B timeline
        .I command
        .RI [ argument " ...]"
        .br
        .B timeline help
        .RI [ command ]
        .SH DESCRIPTION
        .B timeline
        keeps photos, posts, comments and likes in a folder on this machine, the store.
        Everything works without a network.
        To refer to a post or a comment, type the short ID that lists show at its right.
        .PP
        Every command accepts
        .B \\-\\-store
        .IR folder ,
        .B \\-\\-format
        .IR text | json ,
        .B \\-\\-help
        and
        .BR \\-\\-version .
        """
    }

    // MARK: Commands

    private static func section(_ command: Command, path: [String]) -> String {
        let subcommands = command.subcommands ?? []
        let path = path + [command.commandName]
        let nested = subcommands.filter { $0.commandName != "help" }
        let own =
            nested.isEmpty
            ? section(command, title: path)
            : nested.map { section($0, path: path) }.joined()
        return own
    }

    private static func section(_ command: Command, title: [String]) -> String {
        let arguments = (command.arguments ?? [])
            .filter { argument in
                argument.shouldDisplay && !common.contains(argument.preferredName?.name ?? "")
            }
        let positionals = arguments.filter { $0.kind == "positional" }
        let usage = positionals.map { argument in
            let name = "\\fI\(escaped(argument.valueName ?? ""))\\fR"
            let repeated = argument.isRepeating ? name + " ..." : name
            return argument.isOptional ? "[\(repeated)]" : repeated
        }
        let name = escaped(title.joined(separator: " "))
        let options = arguments.count > positionals.count ? ["[\\fIoption\\fR ...]"] : []
        var lines = [".SS \(name)"]
        if !arguments.isEmpty {
            lines.append("\\fB\(name)\\fR \((options + usage).joined(separator: " "))")
        }
        for text in [command.abstract, command.discussion].compactMap(\.self) {
            for paragraph in text.split(separator: "\n\n") { lines += [".PP", line(paragraph)] }
        }
        for argument in arguments { lines += [".TP", term(argument), line(definition(argument))] }
        return "\n" + lines.joined(separator: "\n")
    }

    /// The options that all commands have.
    private static let common: Set = ["store", "format", "help", "version"]

    private static func term(_ argument: Argument) -> String {
        let value = argument.valueName.map { "\\fI\(escaped($0))\\fR" } ?? ""
        guard argument.kind != "positional" else { return value }
        let names = (argument.names ?? [])
            .map { "\\fB\(escaped(($0.kind == "long" ? "--" : "-") + $0.name))\\fR" }
            .joined(separator: ", ")
        return argument.kind == "option" ? "\(names) \(value)" : names
    }

    private static func definition(_ argument: Argument) -> String {
        let abstract = argument.abstract ?? ""
        guard let value = argument.defaultValue else { return abstract }
        return "\(abstract) (default: \(value))"
    }

    /// Returns text as one line that does not start with a dot or an apostrophe.
    private static func line(_ text: some StringProtocol) -> String {
        let line = escaped(text.split(whereSeparator: \.isNewline).joined(separator: " "))
        return line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
    }

    private static func escaped(_ text: some StringProtocol) -> String {
        String(text).replacing("\\", with: "\\e").replacing("-", with: "\\-")
    }

    // MARK: The parser's description

    private struct Tool: Decodable {
        let command: Command
    }

    private struct Command: Decodable {
        let commandName: String
        let abstract: String?
        let discussion: String?
        let arguments: [Argument]?
        let subcommands: [Command]?
    }

    private struct Argument: Decodable {
        let kind: String
        let names: [Name]?
        let preferredName: Name?
        let valueName: String?
        let abstract: String?
        let defaultValue: String?
        let isOptional: Bool
        let isRepeating: Bool
        let shouldDisplay: Bool
    }

    private struct Name: Decodable {
        let kind: String
        let name: String
    }
}

extension ManualPage {
    fileprivate static let ending = #"""
        .SH EXAMPLES
        Try everything in a temporary store:
        .PP
        .EX
        timeline demo
        .EE
        .PP
        Create an account, share three pictures in one post, and read the feed:
        .PP
        .EX
        timeline signup
        timeline post beach.jpg dunes.jpg gulls.jpg \-\-caption "A day at the #sea"
        timeline feed
        .EE
        .PP
        Give an old photo its own time, or write the caption in an editor:
        .PP
        .EX
        timeline post 1998.jpg \-\-date "1998\-07\-14 15:30"
        timeline post IMG_0001.jpg \-\-date photo \-\-edit
        .EE
        .PP
        Read the comments of the post with the short ID K7xQ2mPa, and add one:
        .PP
        .EX
        timeline show K7xQ2mPa
        timeline comment K7xQ2mPa "Lovely light."
        .EE
        .PP
        List the newest captions as text:
        .PP
        .EX
        timeline feed \-\-format json | jq \-r '.posts[].caption'
        .EE
        .PP
        Import a folder of photos, each at the time it was taken:
        .PP
        .EX
        timeline import folder \(ti/Pictures \-\-dry\-run
        timeline import folder \(ti/Pictures
        .EE
        .PP
        Sync with another device through a shared folder or ssh:
        .PP
        .EX
        timeline sync /media/stick
        timeline sync ssh://laptop
        .EE
        .PP
        Back up the store:
        .PP
        .EX
        timeline backup /media/disk/timeline
        .EE
        .SH ENVIRONMENT
        .TP
        .B TIMELINE_HOME
        The folder of the store, unless
        .B \-\-store
        is given.
        .TP
        .B XDG_DATA_HOME
        The folder that contains the folder
        .I timeline
        of the store by default.
        .TP
        .B XDG_STATE_HOME
        The folder that contains the login of each store.
        .TP
        .B XDG_CACHE_HOME
        The folder that contains the answers of terminals.
        .TP
        .BR VISUAL ", " EDITOR
        The editor for captions and comments (default: vi). A text that cannot be saved remains in a temporary file,
        which the error message states.
        .TP
        .B PAGER
        The command to which
        .B \-\-pager
        sends text (default: less).
        .TP
        .B TIMELINE_OPEN
        The command with which
        .B timeline open
        shows pictures.
        .TP
        .B TIMELINE_SSH
        The program with which
        .B timeline sync
        reaches other machines (default: ssh).
        .TP
        .B NO_COLOR
        If set to any text, the output has no colours.
        .TP
        .B TERM
        The terminal. Without colours and pictures if it is
        .BR dumb .
        .TP
        .B COLUMNS
        The width of a terminal that does not report its own.
        .SH FILES
        .TP
        .I \(ti/.local/share/timeline
        The default store, which only its owner can read.
        .TP
        .I timeline.sqlite
        In the store: the database with users, posts, comments and likes.
        .TP
        .I blobs
        In the store: the pictures, each named after its SHA\-256.
        .TP
        .I renditions
        In the store: smaller copies of the pictures. They are made again if they are deleted.
        .TP
        .I \(ti/.local/state/timeline
        The logins.
        .TP
        .I \(ti/.cache/timeline/terminals
        How each terminal window shows pictures. It is made again if it is deleted.
        .SH EXIT STATUS
        .TP
        .B 0
        Success.
        .TP
        .B 64
        The command line is wrong.
        .TP
        .B 65
        A value or a file is invalid, or entries of an import were rejected.
        .TP
        .B 66
        A post, comment, file or store does not exist.
        .TP
        .B 67
        A user does not exist.
        .TP
        .B 69
        A device cannot be reached, or a program that is needed failed.
        .TP
        .B 73
        A username, an email or a file exists already.
        .TP
        .B 74
        Reading or writing failed, or the store is damaged, too new or too old.
        .TP
        .B 75
        The store is busy or read\-only; try again.
        .TP
        .B 76
        Another device broke the rules of sync.
        .TP
        .B 77
        You are not logged in, not permitted, or not invited.
        .TP
        .B 130
        Ctrl\-C ended the command.
        .SH SEE ALSO
        .BR ssh (1),
        .BR systemctl (1)

        """#
}
