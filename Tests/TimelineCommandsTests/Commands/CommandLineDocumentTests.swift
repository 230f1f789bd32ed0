import ArgumentParser
import Foundation
import Testing

@testable import TimelineCommands

@Suite("Golden document: Docs/CommandLine.md")
struct GoldenCommandLineDocumentTests {
    @Test("It shows the help of every command at 80 columns")
    func document() throws {
        let project = (0..<4)
            .reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        try Golden.expect(Self.text, at: project.appending(path: "Docs/CommandLine.md"))
    }

    @Test("The manual page shows the same")
    func manual() throws {
        let project = (0..<4)
            .reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        try Golden.expect(Self.manual, at: project.appending(path: "Docs/timeline.1"))
    }

    /// The manual page, written with the macros of man(7).
    ///
    /// A line of text must not start with a dot or an apostrophe.
    private static var manual: String {
        let pages = helpPages(of: TimelineCommand.self, path: ["timeline"])
            .map { page in
                let help = page.help.replacing("\\", with: "\\e").replacing("-", with: "\\-")
                    .split(separator: "\n", omittingEmptySubsequences: false)
                    .map { $0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&" + $0 : String($0) }
                return ".SH \(page.title.uppercased())\n.nf\n\(help.joined(separator: "\n"))\n.fi\n"
            }
        return """
            .TH TIMELINE 1 "" "timeline \(TimelineCommand.configuration.version)"
            .SH NAME
            timeline \\- your photos and your friends' photos, in one folder you own
            \(pages.joined())
            """
    }

    private static var text: String {
        """
        # The command line

        Every command with its help, as `timeline help COMMAND` prints it at 80 columns. This page is made from the
        commands by a test. What `--format json` prints is described in [JSON.md](JSON.md).

        \(helpPages(of: TimelineCommand.self, path: ["timeline"])
            .map { "## \($0.title)\n\n```\n\($0.help)\n```\n" }.joined(separator: "\n"))
        """
    }

    /// Returns the help of a command and of all its subcommands.
    private static func helpPages(
        of command: any ParsableCommand.Type,
        path: [String]
    ) -> [(title: String, help: String)] {
        let help = TimelineCommand.helpMessage(for: command, columns: 80)
        let configuration = command.configuration
        let subcommands =
            configuration.groupedSubcommands.flatMap(\.subcommands)
            + configuration.ungroupedSubcommands
        return [(path.joined(separator: " "), help)]
            + subcommands.flatMap {
                helpPages(of: $0, path: path + [$0.configuration.commandName ?? ""])
            }
    }
}
