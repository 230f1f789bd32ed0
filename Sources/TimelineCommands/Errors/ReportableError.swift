/// An error that can be reported to the user and that determines the exit status.
protocol ReportableError: Error {
    /// The stable name of the error, intended for programs.
    var code: String { get }
    /// The error message for the user, in full sentences.
    var description: String { get }
    /// A hint that helps the user fix the error, as a full sentence, or `nil` if none is known.
    var hint: String? { get }
    /// The exit status, as defined in BSD's `sysexits.h`.
    var exitCode: Int32 { get }
}
