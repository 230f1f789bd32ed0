import Foundation
import TimelineCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The regular files in a folder and its subfolders, sorted by the bytes of their paths.
///
/// Hidden files are ignored. Links are rejected, so nothing outside the folder is read.
struct FolderSource: ArchiveSource {
    let entries: [ArchiveEntry]
    let rejections: [RejectedEntry]
    private let folder: OpenFolder

    /// Lists a folder.
    ///
    /// - Throws: `TimelineError.archiveUnreadable` if the folder cannot be listed.
    init(_ path: URL) throws(TimelineError) {
        guard let folder = try OpenFolder(path) else {
            throw .archiveUnreadable(ArchiveText.folderNotFound(path.relativePath))
        }
        self.folder = folder
        var found: [ArchiveEntry] = []
        var rejected: [RejectedEntry] = []
        var subfolders = [""]
        while let path = subfolders.popLast() {
            let prefix = path.isEmpty ? "" : path + "/"
            let (names, opened): ([String], OpenFolder)
            do throws(TimelineError) {
                guard let subfolder = try path.isEmpty ? folder : folder.folder(path) else {
                    continue
                }
                (names, opened) = (try subfolder.names(), subfolder)
            } catch {
                rejected.append(RejectedEntry(path: path, fault: .unreadableFile(EACCES)))
                continue
            }
            for name in names {
                let path = prefix + name
                // Names that are not UTF-8 have been repaired, so their files are not found.
                guard let entry = opened.entry(name) else {
                    let isRepaired = path.contains("\u{FFFD}")
                    rejected.append(
                        RejectedEntry(path: path, fault: isRepaired ? .pathNotUTF8 : .fileMissing)
                    )
                    continue
                }
                switch entry.kind {
                case .link: rejected.append(RejectedEntry(path: path, fault: .link))
                case .folder where path.utf8.count > ArchivePath.byteLimit:
                    rejected.append(RejectedEntry(name: Data(path.utf8), fault: .invalidPath))
                case .folder: subfolders.append(path)
                case .file:
                    found.append(
                        ArchiveEntry(
                            path: path,
                            byteCount: entry.byteCount,
                            modified: Int(entry.modified / 1_000_000_000),
                            position: 0
                        )
                    )
                case .other: break
                }
            }
        }
        // Otherwise, equivalent paths would have the order in which the system lists them.
        entries = found.sorted { PathKey($0.path) < PathKey($1.path) }
        rejections = rejected.sorted { PathKey($0.path) < PathKey($1.path) }
    }

    func open(_ entry: ArchiveEntry) throws(EntryError) -> any ByteStream {
        do throws(TimelineError) {
            guard let file = try folder.file(entry.path) else {
                throw .archiveUnreadable(ArchiveText.notAFile)
            }
            return FileStream(ArchiveFile(file), range: 0..<file.byteCount)
        } catch {
            throw EntryError(error)
        }
    }
}
