import ArgumentParser
import Foundation

/// The argument parser's description of a command's arguments, as printed by
/// `--experimental-dump-help`.
struct CommandDescription {
    private let arguments: [Argument]
    private let optionsByName: [String: Argument]

    /// Describes a command without its subcommands.
    ///
    /// - Throws: A `DecodingError` if the parser's format has changed.
    init(of command: any ParsableCommand.Type) throws {
        let description = Data(command._dumpHelp().utf8)
        let tool = try JSONDecoder().decode(Tool.self, from: description)
        arguments = tool.command.arguments ?? []
        let names = arguments.flatMap { argument in
            (argument.names ?? []).map { ($0.spelling, argument) }
        }
        optionsByName = Dictionary(names) { first, _ in first }
    }

    /// Returns the option or flag in a word such as `--caption` or `--caption=text`, or `nil` if
    /// the command has no such option.
    func option(_ word: String) -> Argument? {
        optionsByName[String(word.prefix { $0 != "=" })]
    }

    /// The positional arguments, in order.
    var positionals: [Argument] { arguments.filter { $0.kind == .positional } }

    /// An option, a flag, or a positional argument.
    struct Argument: Decodable {
        enum Kind: String, Decodable {
            case positional, option, flag
        }

        /// The kind of argument.
        let kind: Kind
        /// The placeholder for the value in the help.
        let valueName: String?
        /// Whether the argument accepts several values.
        let isRepeating: Bool
        /// The parser's strategy for deciding which words are values of the argument.
        let parsingStrategy: String
        fileprivate let names: [Name]?

        /// Whether the word after the option is always its value, even if the word starts with a
        /// dash.
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
