/// The parameters after the value of a header field, as in `; name="photos"; filename="a.jpg"`.
struct HeaderParameters {
    /// The values by lowercase name.
    ///
    /// If a name is repeated, the first value is used.
    private(set) var values: [String: String] = [:]

    /// Parses parameters up to the first invalid one.
    init(_ text: some StringProtocol) {
        var rest = Substring(text)
        while let parameter = Self.next(&rest) {
            let name = parameter.name.lowercased()
            if values[name] == nil { values[name] = parameter.value }
        }
    }

    private static func next(_ rest: inout Substring) -> (name: String, value: String)? {
        rest = rest.drop { $0 == ";" || $0 == " " || $0 == "\t" }
        let name = rest.prefix { $0 != "=" && $0 != ";" && $0 != " " }
        rest = rest.dropFirst(name.count)
        guard !name.isEmpty, rest.first == "=" else { return nil }
        rest = rest.dropFirst()
        guard rest.first == "\"" else {
            let value = rest.prefix { $0 != ";" && $0 != " " }
            rest = rest.dropFirst(value.count)
            return (String(name), String(value))
        }
        rest = rest.dropFirst()
        guard let value = quoted(&rest) else { return nil }
        return (String(name), value)
    }

    /// Reads the rest of a quoted value.
    ///
    /// Returns `nil` if the closing quotation mark is missing.
    ///
    /// Browsers write quotation marks and line breaks as `%22`, `%0D` and `%0A` (HTML,
    /// section 4.10.21.8). Older programs put a backslash before a quotation mark.
    private static func quoted(_ rest: inout Substring) -> String? {
        var value = ""
        while let character = rest.popFirst() {
            if character == "\"" {
                return value.replacing("%22", with: "\"").replacing("%0D", with: "\r")
                    .replacing("%0A", with: "\n")
            }
            if character == "\\", rest.first == "\"" {
                value.append(rest.removeFirst())
            } else {
                value.append(character)
            }
        }
        return nil
    }
}
