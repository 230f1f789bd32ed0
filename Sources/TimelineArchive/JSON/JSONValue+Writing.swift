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
