#if Server
/// The header of a form's part: the field's name and, for a file, its name on the visitor's disk.
struct MultipartHeader: Hashable {
    /// The name of the form's field.
    let name: String
    /// The file's name, for messages only; `nil` for a text field.
    let fileName: String?

    /// Creates a header.
    init(name: String, fileName: String? = nil) {
        self.name = name
        self.fileName = fileName
    }

    /// Parses the lines of a header.
    ///
    /// - Throws: ``MultipartFault/header`` without `Content-Disposition: form-data` and a name.
    init(_ bytes: ArraySlice<UInt8>) throws(MultipartFault) {
        let lines = bytes.split(separator: UInt8(ascii: "\r")).map { $0.drop { $0 == 10 } }
        let dispositions = lines.compactMap(Self.disposition)
        guard dispositions.count == 1, let parameters = dispositions.first,
            let name = parameters["name"]
        else { throw .header }
        self.init(name: name, fileName: parameters["filename"])
    }

    /// The parameters of a line with the field `Content-Disposition`; `nil` for another field.
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
#endif
