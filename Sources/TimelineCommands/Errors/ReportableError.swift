/// An error that can be reported to the user and that determines the exit status.
protocol ReportableError: Error {
    /// The stable name of the error, intended for programs.
    var code: String { get }
    /// A description of the failure in full sentences.
    var description: String { get }
    /// A full sentence that suggests a remedy, or `nil` if there is none.
    var hint: String? { get }
    /// The exit status, as defined in BSD's `sysexits.h`.
    var exitCode: Int32 { get }
}
