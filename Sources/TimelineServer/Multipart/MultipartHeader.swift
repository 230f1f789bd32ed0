/// The header of a part of a form: the name of the field and, for a file, the name of the file on
/// the visitor's disk.
struct MultipartHeader: Hashable {
    /// The name of the form field.
    let name: String
    /// The name of the file, which is used only in messages, or `nil` for a text field.
    let fileName: String?

    /// Creates a header from its values.
    init(name: String, fileName: String? = nil) {
        self.name = name
        self.fileName = fileName
    }

    /// Parses the lines of a header.
    ///
    /// - Throws: ``MultipartError/header`` if the header does not contain exactly one field
    ///   `Content-Disposition: form-data`, with a name.
    init(_ bytes: ArraySlice<UInt8>) throws(MultipartError) {
        let lines = bytes.split(separator: UInt8(ascii: "\r")).map { $0.drop { $0 == 10 } }
        let dispositions = lines.compactMap(Self.disposition)
        guard dispositions.count == 1, let parameters = dispositions.first,
            let name = parameters["name"]
        else { throw .header }
        self.init(name: name, fileName: parameters["filename"])
    }

    /// Returns the parameters of a line that contains `Content-Disposition: form-data`, or `nil`
    /// for any other line.
    private static func disposition(_ line: ArraySlice<UInt8>) -> [String: String]? {
        let text = String(decoding: line, as: UTF8.self)
        guard let colon = text.firstIndex(of: ":"),
            text[..<colon].lowercased() == "content-disposition"
        else { return nil }
        let value = text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        let kind = value.prefix { $0 != ";" && $0 != " " }
        guard kind.lowercased() == "form-data" else { return nil }
        return HeaderParameters(value.dropFirst(kind.count)).values
    }
}
