#if Server
import Foundation
import TimelineCore
import TimelinePages

/// The fields and files of a form, with a verified ``FormToken``.
struct Form: Sendable {
    private var fields: [String: [String]] = [:]
    private var textBytes = 0
    private var count = 0
    /// The uploaded files, in order.
    private(set) var files: [UploadedFile] = []
    /// The reason why a file was not kept; the rest of the form is complete.
    private(set) var fault: TimelineError?

    /// Creates an empty form.
    init() {}

    /// The text of a field; empty if the form does not have it.
    subscript(field: FormField) -> String { fields[field.rawValue]?.first ?? "" }

    /// The texts of all fields with a name, in order.
    func all(_ field: FormField) -> [String] { fields[field.rawValue] ?? [] }

    /// The text of a field without white space around it; `nil` if nothing remains.
    func filled(_ field: FormField) -> String? {
        let text = self[field].trimmingCharacters(in: .whitespacesAndNewlines)
        return text.isEmpty ? nil : text
    }

    /// The texts to show again after an error; secrets are not among them.
    var values: FormValues {
        let secrets: Set<FormField> = [.token, .password, .newPassword]
        let shown = FormField.allCases.filter { !secrets.contains($0) }
        let texts = shown.map { ($0, fields[$0.rawValue]?.first) }
        return FormValues(
            uniqueKeysWithValues: texts.compactMap { field, text in
                text.map { (field, $0) }
            }
        )
    }

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

    /// Notes that a file was not kept; the first reason counts.
    mutating func reject(_ fault: TimelineError) { self.fault = self.fault ?? fault }
}
#endif
