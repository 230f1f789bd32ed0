import Foundation
import TimelineTestSupport

@testable import TimelineArchive

extension ArchiveSource {
    /// The paths of the accepted entries.
    var paths: [String] { entries.map(\.path) }

    /// The reasons for rejections by path.
    var faults: [String: EntryError] {
        Dictionary(rejections.map { ($0.path, $0.fault) }) { first, _ in first }
    }

    /// Reads a file to its end.
    func content(_ path: String) throws -> Data {
        guard let entry = entries.first(where: { $0.path == path }) else {
            throw EntryError.fileMissing
        }
        return try open(entry).readAll(limit: 1 << 30)
    }

    /// Returns the fault that reading a file throws.
    func fault(_ path: String) -> EntryError? {
        do {
            _ = try content(path)
            return nil
        } catch {
            return error as? EntryError
        }
    }
}

/// Writes a file in a new folder.
func file(_ content: Data, named name: String = "archive") throws -> URL {
    let file = try TemporaryFolder.make().appending(path: name)
    try content.write(to: file)
    return file
}

/// Writes files in a new folder.
func folder(_ files: [String: Data]) throws -> URL {
    let folder = try TemporaryFolder.make()
    for (path, content) in files {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try content.write(to: file)
    }
    return folder
}

/// Writes an archive and opens it.
func opened(_ content: Data) throws -> any ArchiveSource {
    try ArchiveOpening.open(file(content))
}
