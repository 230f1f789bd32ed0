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

    @Test("The manual page explains every command")
    func manual() throws {
        let project = (0..<4)
            .reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        try Golden.expect(ManualPage().text, at: project.appending(path: "Docs/timeline.1"))
    }

    private static var text: String {
        """
        # The command line

        Every command with its help, as `timeline help COMMAND` prints it at 80 columns. This page is made from the
        commands by a test. What `--format json` prints is described in [JSON.md](JSON.md).

        \((overview + helpPages(of: TimelineCommand.self, path: ["timeline"]))
            .map { "## \($0.title)\n\n```\n\($0.help)\n```\n" }.joined(separator: "\n"))
        """
    }

    private static var overview: [(title: String, help: String)] {
        [
            ("timeline help", HelpPage(of: TimelineCommand.self).text()),
            ("timeline help commands", HelpPage.commands()),
        ]
    }

    /// Returns the help of a command's subcommands, and that of the command itself unless it is the
    /// program.
    private static func helpPages(
        of command: any ParsableCommand.Type,
        path: [String]
    ) -> [(title: String, help: String)] {
        let help = HelpPage(of: command).text()
        return (path.count > 1 ? [(path.joined(separator: " "), help)] : [])
            + command.subcommands.flatMap {
                helpPages(of: $0, path: path + [$0.configuration.commandName ?? ""])
            }
    }
}
