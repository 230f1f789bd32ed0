import ArgumentParser
import Foundation

/// A preprocessor that rewrites values starting with a dash, so that the parser does not mistake
/// them for options.
///
/// Every ID starts with `-`. Short IDs, comments and southern positions may start with it too. Such
/// a positional argument is moved after `--`, and the value of an option is appended to the option
/// with `=`. The options and arguments of the command are read from its ``CommandDescription``.
struct ArgumentPreprocessor {
    private let root: any ParsableCommand.Type

    /// Creates a preprocessor for a command and its subcommands.
    init(_ root: any ParsableCommand.Type) {
        self.root = root
    }

    /// Rewrites the arguments that follow the program's name.
    ///
    /// - Throws: A `DecodingError` if the parser's description of the command cannot be decoded.
    func process(_ arguments: [String]) throws -> [String] {
        let (selected, path) = root.resolve(arguments)
        let command = selected.configuration.defaultSubcommand ?? selected
        let words = arguments[path.count...]
        guard !path.isEmpty, command.mayMistake(words) else { return arguments }
        var rewriter = ArgumentRewriter(try CommandDescription(of: command))
        return path + rewriter.rewrite(words)
    }
}

extension ParsableCommand {
    /// Returns the command that the first words select, and those words.
    static func resolve(
        _ words: [String]
    ) -> (command: any ParsableCommand.Type, path: ArraySlice<String>) {
        var command: any ParsableCommand.Type = Self.self
        var count = 0
        for word in words {
            let next = command.subcommands.first { $0.configuration.commandName == word }
            guard let next else { break }
            command = next
            count += 1
        }
        return (command, words[..<count])
    }

    /// Returns whether the parser may mistake one of the words for an option.
    ///
    /// Most command lines contain only long options. Only text arguments, which may start with
    /// `--`, can be mistaken for one of them. For all other command lines, this check avoids
    /// creating the command's description, which takes milliseconds.
    fileprivate static func mayMistake(_ words: ArraySlice<String>) -> Bool {
        words.contains { $0.isDashed && (takesText || !$0.hasPrefix("--")) }
    }

    /// Whether the command has a positional argument that is free text.
    static var takesText: Bool { Self.self == CommentCommand.self }

    /// The subcommands of all groups.
    static var subcommands: [any ParsableCommand.Type] {
        configuration.groupedSubcommands.flatMap(\.subcommands)
            + configuration.ungroupedSubcommands
    }
}

extension String {
    /// Whether the word starts with a dash.
    ///
    /// A single dash is excluded, because it means standard input.
    fileprivate var isDashed: Bool { hasPrefix("-") && self != "-" }
}

/// A rewriter for the words that follow a command's name.
private struct ArgumentRewriter {
    private let description: CommandDescription
    /// The positional arguments that have no value yet.
    private var positionals: ArraySlice<CommandDescription.Argument>
    private var output: [String] = []
    /// The words to place after `--`.
    private var shielded: [String] = []

    init(_ description: CommandDescription) {
        self.description = description
        positionals = description.positionals[...]
    }

    mutating func rewrite(_ words: ArraySlice<String>) -> [String] {
        var rest = words
        while let word = rest.first, word != "--" {
            rest.removeFirst()
            if let option = description.option(word) {
                output.append(word)
                if option.kind == .option, !word.contains("=") { takeValue(of: option, &rest) }
            } else {
                take(word)
            }
        }
        guard !shielded.isEmpty else { return output + rest }
        return output + ["--"] + shielded + rest.dropFirst()
    }

    /// Moves the value of the option that was processed last from `rest` to the output.
    ///
    /// A value that starts with a dash is appended to the option with `=`.
    private mutating func takeValue(
        of option: CommandDescription.Argument,
        _ rest: inout ArraySlice<String>
    ) {
        guard let value = rest.first else { return }
        if option.isUnconditional || !value.isDashed {
            output.append(value)
        } else if accepts(value, for: option), let name = output.popLast() {
            output.append("\(name)=\(value)")
        } else {
            output.append(value)  // The parser reports the missing value.
        }
        rest.removeFirst()
    }

    /// Processes a word that is neither an option nor the value of one.
    private mutating func take(_ word: String) {
        guard let argument = positionals.first, !word.isDashed || accepts(word, for: argument)
        else { return output.append(word) }  // The parser reports the unknown option.
        if !argument.isRepeating { positionals.removeFirst() }
        // The words after `--` come last. Once an argument has been moved there, all later
        // arguments must be moved there too.
        if word.isDashed || !shielded.isEmpty {
            shielded.append(word)
        } else {
            output.append(word)
        }
    }

    /// Returns whether a word that starts with a dash is a possible value of the argument.
    ///
    /// Otherwise, the word is treated as a mistyped option.
    private func accepts(_ word: String, for argument: CommandDescription.Argument) -> Bool {
        switch argument.valueName {
        case ValueName.text: true
        case ValueName.id, ValueName.post, ValueName.position:
            word.utf8.count > 2 && !word.hasPrefix("--")
        default: false
        }
    }
}

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
