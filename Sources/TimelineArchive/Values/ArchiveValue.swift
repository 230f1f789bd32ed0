/// A JSON value in an archive: without fractions, so each value has exactly one text.
indirect enum ArchiveValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case text(String)
    case array([ArchiveValue])
    case object([String: ArchiveValue])

    /// The value without white space and with sorted keys.
    ///
    /// Only quotation marks, backslashes and control characters are escaped.
    var json: String {
        var json = ""
        write(to: &json)
        return json
    }

    private func write(to json: inout String) {
        switch self {
        case .null: json += "null"
        case .bool(let bool): json += bool ? "true" : "false"
        case .integer(let integer): json += String(integer)
        case .text(let text): Self.write(text, to: &json)
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

// MARK: Members of an object

extension ArchiveValue {
    /// Creates an object without the members that are `nil`.
    static func object(compacting members: [String: ArchiveValue?]) -> ArchiveValue {
        .object(members.compactMapValues(\.self))
    }

    /// The text, or `nil` for any other value.
    var text: String? { if case .text(let text) = self { text } else { nil } }

    /// The integer, or `nil` for any other value.
    var integer: Int64? { if case .integer(let integer) = self { integer } else { nil } }

    /// The elements, or `nil` for any other value.
    var array: [ArchiveValue]? { if case .array(let values) = self { values } else { nil } }

    /// Returns the member of an object, or `nil` if it is missing, or if this is no object.
    subscript(key: String) -> ArchiveValue? {
        if case .object(let members) = self { members[key] } else { nil }
    }
}
