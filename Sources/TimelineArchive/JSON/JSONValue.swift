import Foundation

/// A JSON value (RFC 8259).
enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number in an archive from another service.
    case number(Double)
    /// A number in a Timeline archive, where all numbers are integers.
    case integer(Int64)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// Parses a value.
    ///
    /// - Throws: ``EntryError/notJSON`` if the bytes are not JSON, or nested more than 100 deep.
    init(parsing bytes: Data) throws(EntryError) {
        var parser = JSONParser(bytes: Array(bytes))
        self = try parser.document()
    }

    /// Parses a value strictly; see ``JSONParser``.
    init(parsingStrictly bytes: some Sequence<UInt8>) throws(EntryError) {
        var parser = JSONParser(bytes: Array(bytes), isStrict: true)
        self = try parser.document()
    }

    /// Creates an object without the members that are `nil`.
    static func object(compacting members: [String: JSONValue?]) -> JSONValue {
        .object(members.compactMapValues(\.self))
    }

    /// The member with the given key, or `nil` if this is not an object or the member is missing or
    /// null.
    subscript(key: String) -> JSONValue? {
        guard let value = member(key), value != .null else { return nil }
        return value
    }

    /// Returns the member with the given key, which may be null, or `nil` if this is not an object or
    /// the member is missing.
    func member(_ key: String) -> JSONValue? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    /// The text of a string.
    var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The integer, or `nil` for any other value.
    var integer: Int64? { if case .integer(let integer) = self { integer } else { nil } }

    /// The elements of an array, or `nil` for any other value.
    var array: [JSONValue]? { if case .array(let values) = self { values } else { nil } }

    /// The elements of an array, the value itself if it is not an array, or nothing if it is null.
    var elements: [JSONValue] {
        switch self {
        case .null: []
        case .array(let elements): elements
        default: [self]
        }
    }

    /// The number in a number or in a string, or `nil` for any other value.
    var number: Double? {
        switch self {
        case .number(let number): number
        case .string(let text): Double(text)
        default: nil
        }
    }

    /// The value with the encoding of its strings and keys repaired; see
    /// ``Swift/String/repairingEncoding``.
    var repairingEncoding: JSONValue {
        switch self {
        case .null, .bool, .number, .integer: self
        case .string(let text): .string(text.repairingEncoding)
        case .array(let elements): .array(elements.map(\.repairingEncoding))
        case .object(let members):
            .object(
                Dictionary(
                    members.map { ($0.repairingEncoding, $1.repairingEncoding) }
                ) { $1 }
            )
        }
    }
}

extension JSONValue {
    /// The value as JSON, without white space and with sorted keys.
    ///
    /// Only quotation marks, backslashes and control characters are escaped, so each value without
    /// fractions has exactly one encoding.
    var json: String {
        var json = ""
        write(to: &json)
        return json
    }

    private func write(to json: inout String) {
        switch self {
        case .null: json += "null"
        case .bool(let bool): json += bool ? "true" : "false"
        case .number(let number): json += "\(number)"
        case .integer(let integer): json += String(integer)
        case .string(let text): Self.write(text, to: &json)
        case .array(let values):
            json += "["
            for (index, value) in values.enumerated() {
                if index > 0 { json += "," }
                value.write(to: &json)
            }
            json += "]"
        case .object(let members):
            json += "{"
            let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            for (index, member) in sorted.enumerated() {
                if index > 0 { json += "," }
                Self.write(member.key, to: &json)
                json += ":"
                member.value.write(to: &json)
            }
            json += "}"
        }
    }

    private static func write(_ text: String, to json: inout String) {
        json += "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": json += "\\\""
            case "\\": json += "\\\\"
            case "\n": json += "\\n"
            case "\r": json += "\\r"
            case "\t": json += "\\t"
            case ..<" ":
                json += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: json.unicodeScalars.append(scalar)
            }
        }
        json += "\""
    }
}

extension String {
    /// The intended text if each of its UTF-8 bytes was written as a separate code point, as in
    /// Instagram's archives, or else the text itself.
    ///
    /// A string is repaired if all of its scalars are at most U+00FF and form, as bytes, valid
    /// UTF-8 with at least one multibyte sequence. "\u{00CE}\u{00A3}" becomes "Σ", but a lone "é"
    /// stays.
    var repairingEncoding: String {
        guard utf8.contains(where: { $0 >= 0x80 }) else { return self }
        var bytes: [UInt8] = []
        for scalar in unicodeScalars {
            guard let byte = UInt8(exactly: scalar.value) else { return self }
            bytes.append(byte)
        }
        return String(validating: bytes, as: UTF8.self) ?? self
    }
}
