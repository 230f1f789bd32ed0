/// An error that is reported to the user, with an exit status of its own.
protocol ReportableError: Error {
    /// The error's stable name, for programs.
    var code: String { get }
    /// A full sentence about the failure.
    var description: String { get }
    /// The command that helps, as a full sentence; `nil` if none does.
    var hint: String? { get }
    /// The exit status, a number of BSD's `sysexits.h`.
    var exitCode: Int32 { get }
}
