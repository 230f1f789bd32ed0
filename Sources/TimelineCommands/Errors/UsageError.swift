/// A command line that parses but cannot be run as typed.
struct UsageError: ReportableError {
    /// The reason and the remedy, as full sentences.
    let description: String

    /// Creates an error with its sentences.
    init(_ description: String) {
        self.description = description
    }

    var code: String { "usage" }
    var hint: String? { nil }
    var exitCode: Int32 { 64 }
}
