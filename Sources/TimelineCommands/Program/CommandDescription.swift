import ArgumentParser
import Foundation

/// The argument parser's own description of a command's arguments, as `--experimental-dump-help`
/// prints it.
struct CommandDescription {
    private let arguments: [Argument]
    private let optionsByName: [String: Argument]

    /// Describes a command without its subcommands.
    ///
    /// - Throws: `DecodingError` if the parser's format has changed.
    init(of command: any ParsableCommand.Type) throws {
        let description = Data(command._dumpHelp().utf8)
        let tool = try JSONDecoder().decode(Tool.self, from: description)
        arguments = tool.command.arguments ?? []
        let names = arguments.flatMap { argument in
            (argument.names ?? []).map { ($0.spelling, argument) }
        }
        optionsByName = Dictionary(names) { first, _ in first }
    }

    /// The option or flag with a name, as in `--caption` or `--caption=text`; `nil` if the command
    /// has none.
    func option(_ word: String) -> Argument? {
        optionsByName[String(word.prefix { $0 != "=" })]
    }

    /// The arguments without a name, in order.
    var positionals: [Argument] { arguments.filter { $0.kind == .positional } }

    /// An argument: an option, a flag, or a positional argument.
    struct Argument: Decodable {
        enum Kind: String, Decodable {
            case positional, option, flag
        }

        /// The kind.
        let kind: Kind
        /// The name of the value in the help.
        let valueName: String?
        /// Whether the argument takes several values.
        let isRepeating: Bool
        /// The rule that decides which words are values of the argument.
        let parsingStrategy: String
        fileprivate let names: [Name]?

        /// Whether the word after the option is its value, even if it starts with a dash.
        var isUnconditional: Bool { parsingStrategy == "unconditional" }
    }

    fileprivate struct Name: Decodable {
        let kind: String
        let name: String

        var spelling: String { (kind == "long" ? "--" : "-") + name }
    }

    private struct Tool: Decodable {
        let command: Command
    }

    private struct Command: Decodable {
        let arguments: [Argument]?
    }
}
