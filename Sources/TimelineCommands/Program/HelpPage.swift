import ArgumentParser
import Foundation

/// The help of a command.
///
/// It is the parser's help, with three changes: the help of the program fits on a screen, usage
/// lines wrap, and a command with a default subcommand shows its arguments.
struct HelpPage {
    private let command: any ParsableCommand.Type

    /// Creates the help of a command.
    init(of command: any ParsableCommand.Type) {
        self.command = command
    }

    /// Creates the help that the user requested, given the error by which the parser reports the
    /// request.
    ///
    /// - Returns: `nil` if the error is something else, such as a request for the version.
    init?(requestedBy error: any Error, arguments: [String]) {
        guard TimelineCommand.exitCode(for: error).isSuccess else { return nil }
        let words = arguments.first == "help" ? Array(arguments.dropFirst()) : arguments
        let command = TimelineCommand.resolve(words).command
        let message = TimelineCommand.fullMessage(for: error, columns: Self.usualColumns)
        let commands = [command, command.configuration.defaultSubcommand].compactMap(\.self)
        let match = commands.first {
            TimelineCommand.helpMessage(for: $0, columns: Self.usualColumns) == message
        }
        guard let match else { return nil }
        self.command = match
    }

    /// The width in columns of a page that is not shown on a terminal.
    static let usualColumns = 80
    /// The minimum width in columns of a page.
    ///
    /// The parser crashes below 27 columns, the width of its indented descriptions.
    private static let minimumColumns = 40

    /// Returns the width of a page on a console.
    static func columns(of console: any Console) -> Int {
        max(minimumColumns, console.columns ?? usualColumns)
    }

    /// Makes the parser format what it formats by itself, even for an exit status, at the minimum
    /// width or above.
    ///
    /// It takes the width from `COLUMNS`, and otherwise from the terminal.
    static func widenParser(for context: CommandContext) {
        let columns = [context.variables["COLUMNS"].flatMap { Int($0) }, context.console.columns]
        guard columns.contains(where: { $0.map { $0 < minimumColumns } ?? false }) else { return }
        setenv("COLUMNS", "\(minimumColumns)", 1)
    }

    /// Formats the page.
    func text(columns: Int = usualColumns) -> String {
        guard command != TimelineCommand.self else { return Self.overview(columns: columns) }
        let page = Sections(of: command, columns: columns)
        guard let standard = command.configuration.defaultSubcommand else { return page.text }
        return
            page.merging(Sections(of: standard, columns: columns, isNamed: false)).text
    }

    /// Formats the list of all commands, with a line each.
    static func commands(columns: Int = usualColumns) -> String {
        Sections(of: TimelineCommand.self, columns: columns).text
    }

    /// Wraps the usage lines of a message.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - columns: The maximum width of a line.
    ///   - name: The name of a subcommand, which is removed from the usage lines.
    /// - Returns: The message.
    static func wrappingUsage(
        in message: String,
        columns: Int,
        removing name: String? = nil
    ) -> String {
        message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            .map { line in
                guard ProgramText.usageLabels.contains(where: { line.hasPrefix($0) }) else {
                    return line
                }
                let removed = name.map { line.replacing(" \($0) ", with: " ", maxReplacements: 1) }
                return usage(removed ?? line, columns: columns)
            }
            .joined(separator: "\n")
    }

    /// Wraps a usage line between its arguments, and indents all but the first line.
    private static func usage(_ line: String, columns: Int) -> String {
        var parts: [String] = []
        var depth = 0
        for word in line.split(separator: " ") {
            if depth > 0, let last = parts.popLast() {
                parts.append(last + " " + word)
            } else {
                parts.append(String(word))
            }
            depth += word.count { "[<(".contains($0) } - word.count { "]>)".contains($0) }
        }
        let start = parts.prefix { !"[<(".contains($0.prefix(1)) }.joined(separator: " ")
        let longest = parts.map(\.count).max() ?? 0
        let indent = String(repeating: " ", count: max(2, min(start.count + 1, columns - longest)))
        var lines = [start]
        for part in parts.drop(while: { !"[<(".contains($0.prefix(1)) }) {
            let last = lines[lines.count - 1]
            if last.count + 1 + part.count <= columns || last.allSatisfy(\.isWhitespace) {
                lines[lines.count - 1] = last.hasSuffix(" ") ? last + part : last + " " + part
            } else {
                lines.append(indent + part)
            }
        }
        return lines.joined(separator: "\n")
    }

    /// Formats the names of all commands by group, and where to find more help.
    private static func overview(columns: Int) -> String {
        let groups = TimelineCommand.configuration.groupedSubcommands
        let width = (groups.map(\.name.count).max() ?? 0) + 4
        let indent = String(repeating: " ", count: width)
        let lines = groups.flatMap { group in
            let names = group.subcommands.compactMap { $0.configuration.commandName }
                .joined(separator: ", ")
            return names.wrapped(to: max(20, columns - width)).enumerated()
                .map {
                    $0.offset == 0
                        ? padded("  " + group.name, to: width) + $0.element : indent + $0.element
                }
        }
        let paragraphs = [
            [ProgramText.abstract], [ProgramText.usage], [ProgramText.commandsLabel] + lines,
            ProgramText.discussion.wrapped(to: columns),
            ProgramText.moreHelp.map { padded("  " + $0.command, to: 27) + $0.purpose },
        ]
        return paragraphs.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}

/// The sections of a command's help, as the parser formats it.
private struct Sections {
    private var sections: [String]

    /// Formats the help of a command.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - columns: The maximum width of a line.
    ///   - isNamed: Whether the usage contains the name of the command itself.
    init(of command: any ParsableCommand.Type, columns: Int, isNamed: Bool = true) {
        let text = HelpPage.wrappingUsage(
            in: TimelineCommand.helpMessage(for: command, columns: columns),
            columns: columns,
            removing: isNamed ? nil : command.configuration.commandName
        )
        // The last line of some pages is blank.
        sections = text.split(separator: "\n\n")
            .map { section in
                var section = section
                while section.hasSuffix("\n") { section.removeLast() }
                return String(section)
            }
    }

    var text: String { sections.joined(separator: "\n\n") }

    /// Returns these sections merged with the usage, arguments and options of the default
    /// subcommand.
    func merging(_ standard: Sections) -> Sections {
        var merged = self
        let labels = ProgramText.argumentLabels
        let arguments = standard.sections.filter { section in
            labels.contains { section.hasPrefix($0) }
        }
        let usages = standard.sections.filter { section in
            ProgramText.usageLabels.contains { section.hasPrefix($0) }
        }
        if let index = merged.sections.firstIndex(where: { section in
            labels.contains { section.hasPrefix($0) }
        }) {
            merged.sections.replaceSubrange(index...index, with: arguments)
        }
        if let usage = usages.first,
            let index = merged.sections.firstIndex(where: { section in
                ProgramText.usageLabels.contains { section.hasPrefix($0) }
            })
        {
            let own = merged.sections[index].drop { $0 != " " }.drop { $0 == " " }
            let label = merged.sections[index].prefix { $0 != " " }
            let indent = String(repeating: " ", count: label.count + 1)
            merged.sections[index] = usage + "\n" + indent + own
        }
        return merged
    }
}
