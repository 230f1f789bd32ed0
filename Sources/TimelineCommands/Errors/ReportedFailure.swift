/// A failure that the command's output already describes.
///
/// Only the exit status remains to be reported.
struct ReportedFailure: Error {
    /// The exit status, as defined in BSD's `sysexits.h`.
    let exitCode: Int32

    /// A failure because the store has unrepaired findings or has lost photos (`EX_IOERR`).
    static let unhealthyStore = ReportedFailure(exitCode: 74)
    /// A failure because some photos could not be stripped or have not arrived, and were therefore
    /// not saved (`EX_DATAERR`).
    static let unsavedPhotos = ReportedFailure(exitCode: 65)
    /// A failure because some entries of an archive were rejected (`EX_DATAERR`).
    static let rejectedEntries = ReportedFailure(exitCode: 65)
    /// A failure because a folder contains damaged files (`EX_DATAERR`).
    static let damagedFiles = ReportedFailure(exitCode: 65)
}
