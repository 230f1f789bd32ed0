import TimelineCore

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
