import Foundation
import TimelineCore
import TimelinePages

/// The fields and files of a submitted form.
///
/// Handlers of pages receive a form only after its ``FormToken`` has been verified. Those of apps
/// need none, because a browser does not send an app's token by itself.
struct Form: Sendable {
    /// The fields, in order.
    private(set) var fields: [Field] = []
    private var textBytes = 0
    /// The uploaded files, in order.
    private(set) var files: [UploadedFile] = []
    /// The reason why a file was rejected, or `nil` if all were accepted.
    ///
    /// Even if a file was rejected, the text fields are complete.
    private(set) var fault: TimelineError?

    /// The name and the value of a field.
    struct Field: Hashable, Sendable {
        let name: String
        let text: String
    }

    /// Creates an empty form.
    init() {}

    /// The first value of a field, or an empty string if the form does not contain the field.
    subscript(field: FormField) -> String { text(field) ?? "" }

    private func text(_ field: FormField) -> String? {
        fields.first { $0.name == field.rawValue }?.text
    }

    /// Returns the values of all fields with the given name, in order.
    func all(_ field: FormField) -> [String] {
        fields.filter { $0.name == field.rawValue }.map(\.text)
    }

    /// Returns the text of a field without surrounding white space, or `nil` if it is blank.
    func filled(_ field: FormField) -> String? {
        let text = self[field].trimmingCharacters(in: .whitespacesAndNewlines)
        return text.isEmpty ? nil : text
    }

    /// The field values to restore in the form after an error.
    ///
    /// They do not include secrets.
    var values: FormValues {
        let secrets: Set<FormField> = [.token, .password, .newPassword, .code]
        let shown = FormField.allCases.filter { !secrets.contains($0) }
        let texts = shown.map { ($0, text($0)) }
        return FormValues(
            uniqueKeysWithValues: texts.compactMap { field, text in
                text.map { (field, $0) }
            }
        )
    }

    /// Adds a field.
    ///
    /// Line breaks, which browsers send as CR LF, are converted to LF.
    ///
    /// - Throws: ``RequestError/tooLarge(limit:)`` if the form has too many fields or too much
    ///   text.
    mutating func add(_ text: String, to name: String) throws(RequestError) {
        textBytes += text.utf8.count
        guard fields.count < FormLimits.fields, textBytes <= FormLimits.textBytes else {
            throw .tooLarge(limit: FormLimits.textBytes)
        }
        let hasReturns = text.utf8.contains(UInt8(ascii: "\r"))
        let lines = hasReturns ? text.replacing("\r\n", with: "\n") : text
        fields.append(Field(name: name, text: lines))
    }

    /// Adds a file.
    mutating func add(_ file: UploadedFile) { files.append(file) }

    /// Records that a file was rejected.
    ///
    /// If several are rejected, the first reason is used.
    mutating func reject(_ fault: TimelineError) { self.fault = self.fault ?? fault }
}

extension Form {
    /// Parses `application/x-www-form-urlencoded` (URL Standard, section 5.1).
    ///
    /// - Throws: ``RequestError/malformed`` if a decoded value is not valid UTF-8, or
    ///   ``RequestError/tooLarge(limit:)``.
    init(urlEncoded text: String) throws(RequestError) {
        self.init()
        try add(urlEncoded: text)
    }

    /// Adds the fields of a text in this encoding.
    ///
    /// - Throws: Any error of ``init(urlEncoded:)``.
    mutating func add(urlEncoded text: String) throws(RequestError) {
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = try Self.decoded(parts[0])
            try add(parts.count == 2 ? try Self.decoded(parts[1]) : "", to: name)
        }
    }

    /// Decodes a name or a value.
    ///
    /// A "+" means a space unless it is percent-encoded.
    ///
    /// - Throws: ``RequestError/malformed`` if the result is not valid UTF-8.
    static func decoded(_ text: Substring) throws(RequestError) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "%") })
        else { return String(text) }
        let spaced = text.replacing("+", with: " ")
        guard let decoded = spaced.removingPercentEncoding else { throw .malformed }
        return decoded
    }
}
