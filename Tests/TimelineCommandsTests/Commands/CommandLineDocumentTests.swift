import ArgumentParser
import Foundation
import Testing

@testable import TimelineCommands

@Suite("Golden document: Docs/CommandLine.md")
struct CommandLineDocumentTests {
    @Test("It shows the help of every command at 80 columns")
    func document() throws {
        let project = (0..<4)
            .reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        try Golden.expect(Self.text, at: project.appending(path: "Docs/CommandLine.md"))
    }

    private static var text: String {
        """
        # The command line

        Every command with its help, as `timeline help COMMAND` prints it at 80 columns. This page is made from the
        commands by a test. What `--format json` prints is described in [JSON.md](JSON.md).

        \(sections(of: TimelineCommand.self, path: ["timeline"]).joined(separator: "\n"))
        """
    }

    private static func sections(of command: any ParsableCommand.Type, path: [String]) -> [String] {
        let help = TimelineCommand.helpMessage(for: command, columns: 80)
            .split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : String($0) }.joined(separator: "\n")
        let section = "## \(path.joined(separator: " "))\n\n```\n\(help)\n```\n"
        let configuration = command.configuration
        let subcommands =
            configuration.groupedSubcommands.flatMap(\.subcommands)
            + configuration.ungroupedSubcommands
        return [section]
            + subcommands.flatMap {
                sections(of: $0, path: path + [$0.configuration.commandName ?? ""])
            }
    }
}
