import Foundation
import TimelineCore

/// The regular files in a folder and its subfolders, sorted by the bytes of their paths.
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
        let unlisted = Lock<[URL]>([])
        guard
            let files = FileManager.default.enumerator(
                at: folder,
                includingPropertiesForKeys: keys,
                options: [.skipsHiddenFiles],
                errorHandler: { file, _ in
                    unlisted.withLock { $0.append(file) }
                    return true
                }
            )
        else { throw .archiveUnreadable(ArchiveText.folderNotFound(folder.relativePath)) }
        self.folder = folder
        let depth = folder.standardizedFileURL.pathComponents.count
        func relativePath(of file: URL) -> String {
            file.standardizedFileURL.pathComponents.dropFirst(depth).joined(separator: "/")
        }
        var found: [ArchiveEntry] = []
        var rejected: [RejectedEntry] = []
        for case let file as URL in files {
            let path = relativePath(of: file)
            // Foundation repairs names that are not UTF-8, so it cannot find those files.
            guard let values = try? file.resourceValues(forKeys: Set(keys)) else {
                let isRepaired = path.contains("\u{FFFD}")
                rejected.append(
                    RejectedEntry(path: path, fault: isRepaired ? .pathNotUTF8 : .fileMissing)
                )
                continue
            }
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
        rejected += unlisted.withLock(\.self)
            .map { RejectedEntry(path: relativePath(of: $0), fault: .unreadableFile(EACCES)) }
        // Otherwise, equivalent paths would have the order in which the system lists them.
        entries = found.sorted { PathKey($0.path) < PathKey($1.path) }
        rejections = rejected.sorted { PathKey($0.path) < PathKey($1.path) }
    }

    func open(_ entry: ArchiveEntry) throws(EntryFault) -> any ByteStream {
        do throws(TimelineError) {
            let file = try ArchiveFile(folder.appending(path: entry.path), followingLinks: false)
            return FileStream(file, range: 0..<file.byteCount)
        } catch {
            throw EntryFault(error)
        }
    }
}
