import Foundation
import TimelineCore

/// The regular files in a folder and its subfolders, sorted by path.
///
/// Hidden files are ignored. Links are rejected, so nothing outside the folder is read.
struct FolderSource: ArchiveSource {
    let entries: [ArchiveEntry]
    let rejections: [RejectedEntry]
    private let folder: URL

    /// Lists a folder.
    ///
    /// - Throws: `TimelineError.archiveUnreadable` if the folder cannot be listed.
    init(_ folder: URL) throws(TimelineError) {
        let keys: [URLResourceKey] = [
            .isRegularFileKey, .isSymbolicLinkKey, .fileSizeKey, .contentModificationDateKey,
        ]
        guard
            let files = FileManager.default.enumerator(
                at: folder,
                includingPropertiesForKeys: keys,
                options: [.skipsHiddenFiles]
            )
        else { throw .archiveUnreadable(ArchiveText.folderNotFound(folder.relativePath)) }
        self.folder = folder
        let depth = folder.standardizedFileURL.pathComponents.count
        var found: [ArchiveEntry] = []
        var rejected: [RejectedEntry] = []
        for case let file as URL in files {
            let path = file.standardizedFileURL.pathComponents.dropFirst(depth)
                .joined(separator: "/")
            // A file without attributes has been removed in the meantime.
            guard let values = try? file.resourceValues(forKeys: Set(keys)) else { continue }
            if values.isSymbolicLink == true {
                rejected.append(RejectedEntry(path: path, fault: .link))
            } else if values.isRegularFile == true {
                let modified = values.contentModificationDate?.timeIntervalSince1970
                found.append(
                    ArchiveEntry(
                        path: path,
                        byteCount: values.fileSize ?? 0,
                        modified: modified.map { Int($0) },
                        position: 0
                    )
                )
            }
        }
        entries = found.sorted { $0.path < $1.path }
        rejections = rejected.sorted { $0.path < $1.path }
    }

    func open(_ entry: ArchiveEntry) throws(EntryFault) -> any ByteStream {
        do throws(TimelineError) {
            let file = try ArchiveFile(folder.appending(path: entry.path), followingLinks: false)
            return FileStream(file, 0..<file.byteCount)
        } catch {
            throw EntryFault(error)
        }
    }
}
