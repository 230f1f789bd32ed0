import Foundation

/// An error that prevented text from the user's editor from being saved, and the file that contains
/// the text.
struct UnsavedText: ReportableError {
    /// The path of the file.
    let path: String
    /// The error that prevented the text from being saved.
    let error: any Error

    private var reportable: (any ReportableError)? { error as? any ReportableError }

    var code: String { reportable?.code ?? "storage-failed" }

    var description: String { reportable?.description ?? error.localizedDescription }

    var hint: String? {
        [reportable?.hint, ErrorText.unsavedText(path)].compactMap(\.self).joined(separator: " ")
    }

    var exitCode: Int32 { reportable?.exitCode ?? 74 }
}
