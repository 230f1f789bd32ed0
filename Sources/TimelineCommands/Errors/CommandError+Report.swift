extension CommandError: ReportableError {
    var code: String {
        switch self {
        case .fileNotFound: "file-not-found"
        case .notAFile: "not-a-file"
        case .notAFolder: "not-a-folder"
        case .fileExists: "file-exists"
        case .sessionNotFound: "session-not-found"
        case .storeNotFound: "store-not-found"
        }
    }

    var description: String {
        switch self {
        case .fileNotFound(let path): "The file “\(path)” does not exist; check the path."
        case .notAFile(let path): "“\(path)” is not a file; give the path of a file."
        case .notAFolder(let path): "“\(path)” is a file, not a folder; give another path."
        case .fileExists(let path):
            "The file “\(path)” already exists; choose another path with -o."
        case .sessionNotFound(let id): "You have no session “\(id)”."
        case .storeNotFound(let path): "The folder “\(path)” contains no store."
        }
    }

    var hint: String? {
        switch self {
        case .fileNotFound, .notAFile, .notAFolder, .fileExists: nil
        case .sessionNotFound: "`timeline sessions` lists yours."
        case .storeNotFound: "`timeline signup` creates one; --store selects another folder."
        }
    }

    var exitCode: Int32 {
        switch self {
        case .fileNotFound, .notAFile, .notAFolder, .sessionNotFound, .storeNotFound: 66
        case .fileExists: 73
        }
    }
}
