/// A failure that the command's output already describes; only its exit status remains.
struct ReportedFailure: Error {
    /// The exit status, a number of BSD's `sysexits.h`.
    let exitCode: Int32

    /// The store has findings, or has lost photos (`EX_IOERR`).
    static let unhealthyStore = ReportedFailure(exitCode: 74)
    /// Some photos cannot be stripped, and so were not saved (`EX_DATAERR`).
    static let unstrippablePhotos = ReportedFailure(exitCode: 65)
}
