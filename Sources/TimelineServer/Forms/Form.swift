#if Server
/// The fields and files of a form, with a verified ``FormToken``.
struct Form: Sendable {
    private var fields: [String: [String]] = [:]
    private var textBytes = 0
    private var count = 0
    /// The uploaded files, in order.
    private(set) var files: [UploadedFile] = []

    /// Creates an empty form.
    init() {}

    /// The text of a field; empty if the form does not have it.
    subscript(name: String) -> String { fields[name]?.first ?? "" }

    /// The texts of all fields with a name, in order.
    func all(_ name: String) -> [String] { fields[name] ?? [] }

    /// Whether the form has a field.
    func contains(_ name: String) -> Bool { fields[name] != nil }

    /// Adds a field; line breaks, which browsers send as two characters, become one.
    ///
    /// - Throws: ``RequestFault/tooLarge(limit:)`` above the limits of fields and texts.
    mutating func add(_ text: String, to name: String) throws(RequestFault) {
        count += 1
        textBytes += text.utf8.count
        guard count <= FormLimits.fields, textBytes <= FormLimits.textBytes else {
            throw .tooLarge(limit: FormLimits.textBytes)
        }
        fields[name, default: []].append(text.replacing("\r\n", with: "\n"))
    }

    /// Adds a file.
    mutating func add(_ file: UploadedFile) { files.append(file) }
}
#endif
