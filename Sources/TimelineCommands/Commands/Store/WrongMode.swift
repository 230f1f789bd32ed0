import Foundation
import TimelineCore

/// A file or folder of a store that others on the machine may open.
struct WrongMode: CustomStringConvertible {
    let path: String
    let mode: UInt16
    let expected: UInt16

    var description: String {
        let facts =
            "its permissions are \(String(mode, radix: 8)), not \(String(expected, radix: 8))."
        return mode & 0o77 == 0 ? "Of \(path), \(facts)" : "Others may open \(path): \(facts)"
    }
}

extension StoreFolder {
    /// What in the store has other permissions than 0700 for folders and 0600 for files.
    ///
    /// - Parameter isRepairing: whether they are set right.
    /// - Returns: what was wrong.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func wrongModes(repairing isRepairing: Bool) throws -> [WrongMode] {
        let prefixes = try DurableFile.names(in: blobs).map { blobs.appending(path: $0) }
            .filter(DurableFile.isFolder)
        let photos = try prefixes.flatMap { folder in
            try DurableFile.names(in: folder).map { folder.appending(path: $0) }
        }
        let databases = ["", "-wal", "-shm"].map { URL(filePath: database.path + $0) }
        let wrong =
            wrong(among: [url, blobs] + prefixes, expected: 0o700)
            + wrong(among: databases + photos, expected: 0o600)
        if isRepairing {
            for file in wrong {
                try DurableFile.setMode(file.expected, of: URL(filePath: file.path))
            }
        }
        return wrong
    }

    private func wrong(among paths: [URL], expected: UInt16) -> [WrongMode] {
        paths.compactMap { path in
            guard let mode = DurableFile.mode(of: path), mode != expected else { return nil }
            return WrongMode(path: path.path, mode: mode, expected: expected)
        }
    }

    /// Files in the store that were begun before `date` and never finished.
    func leftovers(before date: Date, removing isRemoving: Bool) throws -> [String] {
        let leftovers = try FolderBlobStore(folder: blobs).leftovers(olderThan: date)
        if isRemoving { for path in leftovers { try DurableFile.remove(path) } }
        return leftovers.map(\.path)
    }
}
