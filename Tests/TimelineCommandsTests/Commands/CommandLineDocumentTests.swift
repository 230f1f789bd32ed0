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

        | | |
        |---|---|
        | account | `signup` `login` `logout [--all]` `whoami` `sessions [revoke]` `passwd [--reset USER]` `account delete` `claim USER` |
        | people | `profile [USER]` `profile edit` `users [--search TEXT] [--following]` `follow` `unfollow` `followers` `following` `mute` `unmute` |
        | posts | `post FILE…` `feed` `show` `open` `edit` `like` `unlike` `likes [--mine]` `bookmark` `unbookmark` `bookmarks` `comment` `delete` `save [--stripped] [--all USER]` |
        | feeds | `activity` `feed` `feed --new` `feed --resume` `feed --watch` `feed --of USER` `feed --everyone` |
        | discover | `search WORDS` `tag NAME` `tags [--prefix TEXT]` `mentions` `near LAT,LON [--radius 2km]` `popular [--since 7d] [--explain]` |
        | sync | `sync [TARGET]` `sync status` `sync forget` `invite` `follow LINK` `pair` `devices [name\\|revoke]` `drafts [sign\\|discard]` `identity export\\|import` `block` `unblock` |
        | store | `serve` `import instagram ZIP` `import mastodon ARCHIVE` `import folder DIR` `import firebase FILE` `import timeline ARCHIVE` `seed load [FILE]` `seed unload [FILE]` `seed generate` `demo` `doctor [--repair] [--quick]` `backup DIR` `export PATH` `export site DIR` `export folder DIR` `export firebase FILE` |

        The exit status is 0 or, in case of an error, usually a code from `sysexits.h`:

        | status | meaning |
        |---|---|
        | 64 | wrong usage |
        | 65 | invalid value, unreadable picture, rejected entries of an import, pictures left out of an export |
        | 66, 67 | no such post, comment, file or store; no such user |
        | 69, 76 | the other device cannot be reached, or a program such as the editor failed; the device does not follow the protocol |
        | 73 | the username, email or file name is taken |
        | 74, 75 | the store failed or lost a picture, a file cannot be read or written, or `doctor` found a problem; the store is busy or read-only |
        | 77 | wrong password, not logged in, not yours, not invited |
        | 130 | Ctrl-C |

        The help of every command follows, as `timeline help COMMAND` prints it at 80 columns. A test makes this page
        from the commands. What `--format json` prints is described in [JSON.md](JSON.md).

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
