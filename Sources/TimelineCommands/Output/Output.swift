import Foundation
import TimelineCore

/// Prints what a command found: as text for a person, or as JSON for a program.
///
/// The choice is made here only.
struct Output: Sendable {
    let console: any Console
    let format: OutputFormat
    private(set) var layout: TextLayout

    /// The same output with posts drawn.
    func drawing(_ posts: DrawnPosts) -> Output {
        var output = self
        output.layout.drawnPosts = posts
        return output
    }

    /// Prints an answer; `text` makes the lines of its text form.
    func show(_ answer: some Encodable, text: (TextLayout) -> [String]) throws {
        switch format {
        case .json: try console.write(JSON.text(answer) + "\n")
        case .text: try console.write(text(layout).map { $0 + "\n" }.joined())
        }
    }

    /// Prints one answer of a sequence; JSON takes one line each.
    func showNext(_ answer: some Encodable, text: (TextLayout) -> [String]) throws {
        switch format {
        case .json: try console.write(JSON.line(answer) + "\n")
        case .text: try console.write(text(layout).map { $0 + "\n" }.joined())
        }
    }

    /// A warning in the form of the answers, for standard error.
    func warning(_ code: String, _ message: String) -> String {
        let report = ["warning": ["code": code, "message": message]]
        // Two texts can always be encoded.
        guard format == .json, let text = try? JSON.text(report) else {
            return "Warning: \(message.terminalSafe)\n"
        }
        return text + "\n"
    }

    /// Prints a sentence that tells what was done.
    func confirm(_ sentence: String) throws {
        try show(Confirmation(message: sentence)) { $0.paragraph(sentence) }
    }
}

/// What was done, as a sentence.
struct Confirmation: Encodable {
    let message: String
}

/// JSON as this program prints it: sorted keys, dates of ISO 8601 with milliseconds.
enum JSON {
    /// Several lines, indented.
    static func text(_ value: some Encodable) throws -> String {
        try encode(value, [.prettyPrinted])
    }

    /// One line.
    static func line(_ value: some Encodable) throws -> String {
        try encode(value, [])
    }

    private static func encode(
        _ value: some Encodable,
        _ formatting: JSONEncoder.OutputFormatting
    ) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(date.formatted(dateStyle))
        }
        return spellingHidden(in: String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    /// Writes characters that a terminal would obey, or hide, as JSON's escapes: the value is the same.
    private static func spellingHidden(in text: String) -> String {
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
