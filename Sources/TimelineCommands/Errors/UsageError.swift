/// The error thrown for a command line that can be parsed but not executed.
struct UsageError: ReportableError {
    /// The error message for the user, which explains the error and how to fix it.
    let description: String

    /// Creates an error with the given description.
    init(_ description: String) {
        self.description = description
    }

    var code: String { "usage" }
    var hint: String? { nil }
    var exitCode: Int32 { 64 }
}
