import Foundation

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
            try container.encode(date.formatted(dateStyle))
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
