extension FileOperation: CustomStringConvertible {
    /// The text of the operation, which precedes the path in a ``StorageError/operation``.
    package var description: String {
        switch self {
        case .changingPermissions: "Changing the permissions of"
        case .creating: "Creating"
        case .creatingFolder: "Creating the folder"
        case .deleting: "Deleting"
        case .finding: "Finding"
        case .moving: "Moving"
        case .opening: "Opening"
        case .reading: "Reading"
        case .readingPhoto: "Reading photo"
        case .syncing: "Syncing"
        case .writing: "Writing"
        }
    }
}

extension FileError: CustomStringConvertible {
    /// The text for a ``StorageError/reason``, without a trailing full stop.
    package var description: String {
        switch self {
        case .changed: "its bytes have changed"
        case .invalidName: "its name is not valid"
        case .missing: "its file is missing"
        case .notAFile: "it is not a file"
        case .notAFolder: "it is not a folder"
        case .symbolicLink: "it is a symbolic link"
        case .tooLong: "it is too long"
        }
    }
}
