import Foundation
import TimelineCore

/// A writer of archives in the form of a folder.
struct FolderWriter: ArchiveWriter {
    private let folder: FilledFolder

    /// Starts a folder under a temporary name.
    ///
    /// - Parameter target: The path of the folder, which must be empty if it exists.
    /// - Throws: A `TimelineError` if the folder cannot be created.
    init(_ target: URL) throws { folder = try FilledFolder(target, isPublic: false) }

    mutating func add(_ path: String, content: Data) throws { try folder.add(path, content) }

    mutating func finish() throws { try folder.finish() }

    func discard() { folder.discard() }
}
