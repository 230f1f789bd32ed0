extension CommandError: ReportableError {
    var code: String {
        switch self {
        case .fileNotFound: "file-not-found"
        case .folderNotFound: "folder-not-found"
        case .notAFile: "not-a-file"
        case .notAFolder: "not-a-folder"
        case .fileExists: "file-exists"
        case .sessionNotFound: "session-not-found"
        case .noViewer: "no-viewer"
        case .storeNotFound: "store-not-found"
        }
    }

    var description: String {
        switch self {
        case .fileNotFound(let path): ErrorText.fileNotFound(path)
        case .folderNotFound(let path): ErrorText.folderNotFound(path)
        case .notAFile(let path): ErrorText.notAFile(path)
        case .notAFolder(let path): ErrorText.notAFolder(path)
        case .fileExists(let path): ErrorText.fileExists(path)
        case .sessionNotFound(let id): ErrorText.sessionNotFound(id)
        case .noViewer: ErrorText.noViewer
        case .storeNotFound(let path): ErrorText.storeNotFound(path)
        }
    }

    var hint: String? {
        switch self {
        case .fileNotFound, .folderNotFound, .notAFile, .notAFolder, .fileExists, .noViewer: nil
        case .sessionNotFound: ErrorText.listsSessions
        case .storeNotFound: ErrorText.createsStore
        }
    }

    var exitCode: Int32 {
        switch self {
        case .fileNotFound, .folderNotFound, .notAFile, .notAFolder, .sessionNotFound,
            .storeNotFound:
            66
        case .noViewer: 69
        case .fileExists: 73
        }
    }
}
