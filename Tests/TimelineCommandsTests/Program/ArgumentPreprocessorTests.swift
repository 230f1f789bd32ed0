import ArgumentParser
import Testing

@testable import TimelineCommands

@Suite("Values that start with a dash")
struct ArgumentPreprocessorTests {
    private static func process(_ line: String) throws -> String {
        let words = line.split(separator: " ").map(String.init)
        return try ArgumentPreprocessor(TimelineCommand.self).process(words).joined(separator: " ")
    }

    @Test(
        "IDs, comments and positions are moved after --",
        arguments: [
            ("like -K25Fj8qrMAtxXG3QCSn", "like -- -K25Fj8qrMAtxXG3QCSn"),
            (
                "like --format=json -K25Fj8qrMAtxXG3QCSn",
                "like --format=json -- -K25Fj8qrMAtxXG3QCSn"
            ),
            ("show --watch -K25Fj8qrMAtxXG3QCSn", "show --watch -- -K25Fj8qrMAtxXG3QCSn"),
            ("like -bqXM1Oxn", "like -- -bqXM1Oxn"),
            ("like -bqXM1Oxn --format json", "like --format json -- -bqXM1Oxn"),
            ("delete -bqXM1Oxn", "delete -- -bqXM1Oxn"),
            ("comment -bqXM1Oxn -hello", "comment -- -bqXM1Oxn -hello"),
            ("comment -bqXM1Oxn hello", "comment -- -bqXM1Oxn hello"),
            ("comment Me7M -K25Fj8qrMAtxXG3QCSn", "comment Me7M -- -K25Fj8qrMAtxXG3QCSn"),
            ("comment Me7M -5 --format json", "comment Me7M --format json -- -5"),
            ("comment Me7M --format text -hello", "comment Me7M --format text -- -hello"),
            ("comment --format text Me7M -hello", "comment --format text Me7M -- -hello"),
            ("comment Me7M --hello", "comment Me7M -- --hello"),
            ("comment -bqXM1Oxn -- -hello", "comment -- -bqXM1Oxn -hello"),
            ("near -33.9,18.4 --radius 2km", "near --radius 2km -- -33.9,18.4"),
            ("near --limit 5 -33.9,18.4", "near --limit 5 -- -33.9,18.4"),
        ]
    )
    func positionals(line: String, expected: String) throws {
        #expect(try Self.process(line) == expected)
    }

    @Test(
        "The ID of an option joins the option",
        arguments: [
            ("feed --before -K25Fj8qrMAtxXG3QCSn", "feed --before=-K25Fj8qrMAtxXG3QCSn"),
            ("near 1,1 --before -bqXM1Oxn", "near 1,1 --before=-bqXM1Oxn"),
        ]
    )
    func options(line: String, expected: String) throws {
        #expect(try Self.process(line) == expected)
    }

    @Test(
        "Everything else stays",
        arguments: [
            "like Me7M", "like -h", "like --help", "like -x", "like --nonsense", "like",
            "save -o -copy.jpg Me7M", "edit Me7M --caption -K25Fj8qrMAtxXG3QCSn",
            "edit Me7M --caption --format", "post --at -33.9,18.4", "post --image a.jpg -b.jpg",
            "comment Me7M -", "comment Me7M --help", "comment Me7M -h", "comment Me7M -- -x",
            "comment Me7M --format json hello", "show -- -bqXM1Oxn", "users -K25Fj8qrMAtxXG3QCSn",
            "follow -x", "feed --before --limit 2", "backup -verbose", "search -gold",
            "search --limit 1 gold -en", "sessions revoke -x", "help comment", "--version", "",
            "profile edit --bio -short", "nonsense -x",
        ]
    )
    func unchanged(line: String) throws {
        #expect(try Self.process(line) == line)
    }

    @Test("The description names every option of a command, and its arguments in order")
    func description() throws {
        let comment = try CommandDescription(of: CommentCommand.self)
        #expect(comment.positionals.map(\.valueName) == [ValueName.post, ValueName.text])
        #expect(comment.option("--format=json")?.kind == .option)
        #expect(comment.option("-h")?.kind == .flag)
        #expect(comment.option("--hello") == nil)
        #expect(
            try CommandDescription(of: EditCommand.self).option("--caption")?.isUnconditional
                == true
        )
        #expect(try CommandDescription(of: SaveCommand.self).option("-o")?.kind == .option)
    }

    @Test("Only commands that say so take a text")
    func texts() throws {
        func check(_ command: any ParsableCommand.Type) throws {
            let positionals = try CommandDescription(of: command).positionals
            let takesText = positionals.contains { $0.valueName == ValueName.text }
            #expect(takesText == command.takesText, "\(command)")
            for subcommand in command.subcommands { try check(subcommand) }
        }
        try check(TimelineCommand.self)
    }
}
