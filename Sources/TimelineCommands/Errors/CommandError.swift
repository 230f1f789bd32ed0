import Foundation
import TimelineCore

/// An error about the files, folders or sessions specified in a command.
///
/// Errors of the library are values of ``TimelineError``. Commands report both types as a
/// ``ReportableError``.
enum CommandError: Error, Hashable {
    /// The file does not exist.
    case fileNotFound(String)
    /// The folder to write to does not exist.
    case folderNotFound(String)
    /// The path is not that of a regular file.
    case notAFile(String)
    /// The path refers to a file, but a folder is required.
    case notAFolder(String)
    /// The path refers to a file, but a folder of pictures is required.
    case notAPhotoFolder(String)
    /// The file to write already exists.
    case fileExists(String)
    /// The user has no session with the given short ID.
    case sessionNotFound(String)
    /// The system has no program for showing pictures, or the program failed.
    case noViewer
    /// The user's text editor cannot be started, or failed.
    case editorFailed(String)
    /// The folder does not contain a store.
    case storeNotFound(String)
    /// The folder with the demo data is missing.
    case demoDataMissing(String)
    /// No user has the first username. The second one is similar.
    case unknownUser(String, similar: String)
    /// Standard output cannot be written to. The value is the system's reason.
    case outputFailed(String)
}

extension CommandError {
    /// Returns the error for a path at which a folder is required but does not exist.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)`` if nothing can be learned about the path.
    static func missing(folder: URL) throws -> CommandError {
        try DurableFile.existsOutsideStore(folder)
            ? .notAFolder(folder.relativePath) : .folderNotFound(folder.relativePath)
    }
}

extension CommandError: ReportableError {
    var code: String {
        switch self {
        case .fileNotFound: "file-not-found"
        case .folderNotFound: "folder-not-found"
        case .notAFile: "not-a-file"
        case .notAFolder, .notAPhotoFolder: "not-a-folder"
        case .fileExists: "file-exists"
        case .sessionNotFound: "session-not-found"
        case .noViewer: "no-viewer"
        case .editorFailed: "editor-failed"
        case .storeNotFound: "store-not-found"
        case .demoDataMissing: "demo-data-missing"
        case .unknownUser: "user-not-found"
        case .outputFailed: "output-failed"
        }
    }

    var description: String {
        switch self {
        case .fileNotFound(let path): ErrorText.fileNotFound(path)
        case .folderNotFound(let path): ErrorText.folderNotFound(path)
        case .notAFile(let path): ErrorText.notAFile(path)
        case .notAFolder(let path): ErrorText.notAFolder(path)
        case .notAPhotoFolder(let path): ErrorText.notAPhotoFolder(path)
        case .fileExists(let path): ErrorText.fileExists(path)
        case .sessionNotFound(let id): ErrorText.sessionNotFound(id)
        case .noViewer: ErrorText.noViewer
        case .editorFailed(let command): ErrorText.editorFailed(command)
        case .storeNotFound(let path): ErrorText.storeNotFound(path)
        case .demoDataMissing(let path): ErrorText.demoDataMissing(path)
        case .unknownUser(let username, _): TimelineError.userNotFound(username).description
        case .outputFailed(let reason): ErrorText.outputFailed(reason)
        }
    }

    var hint: String? {
        switch self {
        case .fileNotFound, .folderNotFound, .notAFile, .notAFolder, .notAPhotoFolder, .fileExists,
            .noViewer, .editorFailed, .demoDataMissing, .outputFailed:
            nil
        case .sessionNotFound: ErrorText.listsSessions
        case .storeNotFound: ErrorText.createsStore
        case .unknownUser(_, let similar): ErrorText.didYouMean(similar)
        }
    }

    var exitCode: Int32 {
        switch self {
        case .fileNotFound, .folderNotFound, .notAFile, .notAFolder, .notAPhotoFolder,
            .sessionNotFound, .storeNotFound, .demoDataMissing:
            66
        case .unknownUser: 67
        case .noViewer, .editorFailed: 69
        case .fileExists: 73
        case .outputFailed: 74
        }
    }
}

/// The error thrown for a command line that can be parsed but not executed.
struct UsageError: ReportableError {
    /// The error message for the user, which explains the error and how to fix it.
    let description: String

    /// Creates an error with the given description.
    init(_ description: String) {
        self.description = description
    }

    var code: String { "usage" }
    var hint: String? { nil }
    var exitCode: Int32 { 64 }
}

/// An error that prevented text from the user's editor from being saved, and the file that contains
/// the text.
struct UnsavedText: ReportableError {
    /// The path of the file.
    let path: String
    /// The error that prevented the text from being saved.
    let error: any Error

    private var reportable: (any ReportableError)? { error as? any ReportableError }

    var code: String { reportable?.code ?? "storage-failed" }

    var description: String { reportable?.description ?? error.localizedDescription }

    var hint: String? {
        [reportable?.hint, ErrorText.unsavedText(path)].compactMap(\.self).joined(separator: " ")
    }

    var exitCode: Int32 { reportable?.exitCode ?? 74 }
}

/// A failure of the database that the doctor cannot examine, so only a backup helps.
struct UnreadableDatabase: ReportableError {
    /// The failure.
    let failure: StorageError
    /// The path of the folder of the store.
    let folder: String

    var code: String { TimelineError.storageFailed(failure).code }
    var description: String { TimelineError.storageFailed(failure).description }
    var hint: String? { DoctorText.restore(folder) }
    var exitCode: Int32 { TimelineError.storageFailed(failure).exitCode }
}

extension StorageError {
    /// Whether SQLite failed because of the contents of the database, and not the system.
    var isOfDatabase: Bool { !isDiskFull && !isOutsideStore && errno == nil }
}
