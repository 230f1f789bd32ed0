/// An error of a command itself: about the files and folders it was given, or its list of sessions.
///
/// Errors of the library are ``TimelineError``; both are reported as a ``ReportableError``.
enum CommandError: Error, Hashable {
    /// No file has this path.
    case fileNotFound(String)
    /// The path leads to something other than a regular file.
    case notAFile(String)
    /// The path leads to a file where a folder is needed.
    case notAFolder(String)
    /// The file to be written exists.
    case fileExists(String)
    /// The user has no session with this ID.
    case sessionNotFound(String)
    /// The folder contains no store.
    case storeNotFound(String)
}
