/// A failure that the command's output already describes.
///
/// Only the exit status remains to be reported.
struct ReportedError: Error {
    /// The exit status, as defined in BSD's `sysexits.h`.
    let exitCode: Int32

    /// A failure because the store has unrepaired findings or has lost photos (`EX_IOERR`).
    static let unhealthyStore = ReportedError(exitCode: 74)
    /// A failure because some photos could not be stripped or have not arrived, and were therefore
    /// not saved (`EX_DATAERR`).
    static let unsavedPhotos = ReportedError(exitCode: 65)

    /// Throws a failure if photos could not be exported.
    ///
    /// - Parameters:
    ///   - lost: The number of photos that are missing from the store or damaged there.
    ///   - unavailable: The number of other photos that were left out.
    /// - Throws: ``unhealthyStore`` or ``unsavedPhotos``.
    static func check(lost: Int, unavailable: Int) throws {
        if lost > 0 { throw unhealthyStore }
        if unavailable > 0 { throw unsavedPhotos }
    }

    /// A failure because some entries of an archive were rejected (`EX_DATAERR`).
    static let rejectedEntries = ReportedError(exitCode: 65)
    /// A failure because a folder contains damaged files (`EX_DATAERR`).
    static let damagedFiles = ReportedError(exitCode: 65)
}
