/// An error about the files and folders given to a command, or about its list of sessions.
///
/// The errors of the library are ``TimelineError``; commands report both as a ``ReportableError``.
enum CommandError: Error, Hashable {
    /// No file has this path.
    case fileNotFound(String)
    /// The folder to write to does not exist.
    case folderNotFound(String)
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
