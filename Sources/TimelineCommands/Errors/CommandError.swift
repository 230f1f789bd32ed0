/// An error about the files, folders or sessions specified in a command.
///
/// Errors of the library are values of ``TimelineError``. Commands report both types as a
/// ``ReportableError``.
enum CommandError: Error, Hashable {
    /// The file does not exist.
    case fileNotFound(String)
    /// The folder to write to does not exist.
    case folderNotFound(String)
    /// The path does not lead to a regular file.
    case notAFile(String)
    /// The path leads to a file, but a folder is required.
    case notAFolder(String)
    /// The file to write already exists.
    case fileExists(String)
    /// The user has no session with the given short ID.
    case sessionNotFound(String)
    /// The system has no program that shows pictures, or it failed.
    case noViewer
    /// The folder does not contain a store.
    case storeNotFound(String)
}
