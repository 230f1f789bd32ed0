import ArgumentParser
import Foundation
import TimelineCore

/// The output of a command, as text or JSON.
///
/// Commands do not depend on the format.
struct Output: Sendable {
    private(set) var console: any Console
    let format: OutputFormat
    private(set) var layout: TextLayout

    /// Returns an output that shows the given drawings of posts.
    func drawing(_ posts: DrawnPosts) -> Output {
        var output = self
        output.layout.drawnPosts = posts
        return output
    }

    /// Returns an output that writes to another console.
    func writing(to console: any Console) -> Output {
        var output = self
        output.console = console
        return output
    }

    /// Prints a result.
    ///
    /// - Parameters:
    ///   - result: The result, which is printed in JSON format.
    ///   - hint: A function that returns suggestions for the next command. See ``hint(_:)``.
    ///   - text: A function that returns the lines to print in text format.
    /// - Throws: ``ClosedPipe`` if the reader has closed the pipe, or an error of the output.
    func show(
        _ result: some Encodable,
        hint: (TextLayout) -> [String] = { _ in [] },
        text: (TextLayout) -> [String]
    ) throws {
        switch format {
        case .json: try console.write(JSON.text(result) + "\n")
        case .text:
            try write(text(layout))
            try self.hint(hint(layout))
        }
    }

    /// Prints lines of text.
    func write(_ lines: [String]) throws {
        guard !lines.isEmpty else { return }
        try console.write(lines.map { $0 + "\n" }.joined())
    }

    /// Prints suggestions for the next command: below the result on a terminal, and otherwise
    /// to standard error, so that programs read only the result.
    func hint(_ lines: [String]) throws {
        guard !layout.isTerminal else { return try write(lines) }
        for line in lines where !line.isEmpty { console.writeError(line + "\n") }
    }

    /// Prints one result of a sequence.
    ///
    /// In JSON format, each result is printed on one line.
    func showNext(_ result: some Encodable, text: (TextLayout) -> [String]) throws {
        switch format {
        case .json: try console.write(JSON.line(result) + "\n")
        case .text: try console.write(text(layout).map { $0 + "\n" }.joined())
        }
    }

    /// Prints an entry of a list in a pipe at once.
    ///
    /// On a terminal, the first entries follow the result. In JSON format, they are part of it.
    func list(_ text: String) {
        guard format == .text, !layout.isTerminal else { return }
        // The command finishes even if nobody reads its output. Printing the result then fails.
        try? write(layout.listed(text))
    }

    /// Moves the cursor of the terminal to the top left corner and erases the screen (ECMA-48).
    func clearScreen() throws { try console.write("\u{1B}[H\u{1B}[2J") }

    /// Formats a warning for standard error.
    func warning(code: String, message: String) -> String {
        let report = ["warning": ["code": code, "message": message]]
        // Encoding two strings cannot fail.
        guard format == .json, let text = try? JSON.text(report) else {
            return ProgramText.warning(message.terminalSafe) + "\n"
        }
        return text + "\n"
    }

    /// Prints a sentence that confirms a change.
    func confirm(_ sentence: String) throws {
        try show(Confirmation(message: sentence)) { $0.paragraph(sentence) }
    }
}

/// The JSON output of a command that only confirms a change.
private struct Confirmation: Encodable {
    let message: String
}

/// The format of a command's output.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
    /// Text for people.
    case text
    /// JSON for programs.
    case json
}

/// The JSON format of the commands: sorted keys and ISO 8601 dates with milliseconds.
enum JSON {
    /// Encodes a value as indented JSON.
    static func text(_ value: some Encodable) throws -> String {
        try encode(value, formatting: [.prettyPrinted])
    }

    /// Encodes a value on one line.
    static func line(_ value: some Encodable) throws -> String {
        try encode(value, formatting: [])
    }

    private static func encode(
        _ value: some Encodable,
        formatting: JSONEncoder.OutputFormatting
    ) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            // The style cuts off what follows the milliseconds.
            try container.encode((date + 0.000_5).formatted(dateStyle))
        }
        return escapingHidden(in: String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    /// Escapes characters that could control or corrupt the terminal.
    ///
    /// The decoded value does not change.
    private static func escapingHidden(in text: String) -> String {
        guard text.unicodeScalars.contains(where: isHidden) else { return text }
        return text.unicodeScalars.reduce(into: "") { text, scalar in
            guard isHidden(scalar) else { return text.unicodeScalars.append(scalar) }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x7f && scalar.isHidden
    }

    private static let dateStyle = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}
