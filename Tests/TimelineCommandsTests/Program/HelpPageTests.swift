import ArgumentParser
import Foundation
import Testing

@testable import TimelineCommands

@Suite("Help")
struct HelpPageTests {
    @Test(
        "The help of the program fits on a screen and lists every command",
        arguments: [["help"], ["--help"], ["-h"], []],
        [60, 80]
    )
    func overview(arguments: [String], columns: Int) async throws {
        let text = try await CommandWorld().run(arguments, columns: columns).text
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        if columns == 80 { #expect(lines.count <= 24) }
        #expect(lines.allSatisfy { $0.displayWidth <= columns }, "\(text)")
        let names = TimelineCommand.configuration.groupedSubcommands.flatMap { $0.subcommands }
            .compactMap { $0.configuration.commandName }
        #expect(names.count > 40)
        for name in names { #expect(text.contains(name)) }
    }

    @Test("A list shows every command with a line of explanation")
    func commands() async throws {
        let text = try await CommandWorld().run("help", "commands", columns: 80).text
        let line = "  likes                   List the users that like a post, or your likes."
        #expect(text.contains("\n\(line)\n"))
    }

    @Test("Usage lines wrap in help and in errors", arguments: [60, 80])
    func wrapping(columns: Int) async throws {
        let world = try CommandWorld()
        let help = await world.run("feed", "--help", columns: columns).text
        let usage = help.split(separator: "\n\n").first { $0.hasPrefix("USAGE: timeline feed") }
        let lines = try #require(usage).split(separator: "\n")
        #expect(lines.count > 1)
        #expect(lines.allSatisfy { $0.count <= columns })
        #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("             ") })
        let error = await world.run("feed", "--nonsense", columns: columns).text
        #expect(error.contains("\nUsage: timeline feed [--limit <count>]"))
        #expect(error.split(separator: "\n").allSatisfy { $0.count <= columns })
    }

    @Test(
        "A command with a default subcommand shows its arguments",
        arguments: [["profile", "--help"], ["help", "profile"], ["profile", "-h"]]
    )
    func standard(arguments: [String]) async throws {
        let text = try await CommandWorld().run(arguments, columns: 80).text
        #expect(text.contains("USAGE: timeline profile [<username>]"))
        #expect(text.contains("\n       timeline profile <subcommand>"))
        #expect(text.contains("\nARGUMENTS:\n  <username>"))
        #expect(text.contains("\n  edit "))
        #expect(text.components(separatedBy: "OPTIONS:").count == 2)
    }

    @Test("Other pages, the version and hidden help are shown as the parser prints them")
    func others() async throws {
        let world = try CommandWorld()
        #expect(await world.run("--version").text == "0.1.0\n")
        #expect(await world.run("help", "like").text.hasPrefix("OVERVIEW: Like a post."))
        #expect(await world.run("profile", "show", "--help").text.contains("timeline profile show"))
    }
}
