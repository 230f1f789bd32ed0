import Foundation
import TimelineCore

/// The files of a ``RenditionCache``, with paths such as `ab/cdef…-square320.jpg`.
///
/// Folders have mode 0700, and files have mode 0600. Each file contains a JPEG or PNG followed by its
/// SHA-256, which reveals damage and which viewers ignore. Files are renamed into place without a
/// sync, since a rendition that is damaged by a system crash can be created again. The time of last
/// use is the modification time of the file.
final class RenditionFolder: Sendable {
    /// The folder, which is created with the first file.
    private let folder: URL
    /// The limit in bytes for all files together.
    private let byteLimit: Int
    /// The number of bytes that may be written before the files are counted again.
    ///
    /// It is 0 before the first count.
    private let allowance = Lock(0)

    /// Creates a reference to a folder, which need not exist.
    init(_ folder: URL, byteLimit: Int) {
        self.folder = folder
        self.byteLimit = byteLimit
    }

    /// Returns a cached copy, or `nil` if it is missing or damaged.
    ///
    /// The method verifies the SHA-256 after the picture, and updates the time of last use.
    func file(for key: CacheKey) -> Data? {
        // An unreadable file is treated as missing.
        guard let file = try? root()?.file(path(key)), let content = try? file.content(),
            content.count > BlobID.byteCount
        else { return nil }
        let picture = content.dropLast(BlobID.byteCount)
        guard BlobID(of: picture).bytes == content.suffix(BlobID.byteCount) else { return nil }
        file.touch()
        return Data(picture)
    }

    /// Stores a copy if possible, and evicts other files if the limit is exceeded.
    ///
    /// A full disk or a read-only folder is not an error. The rendition is still returned to the
    /// caller, and created again next time.
    func store(_ file: Data, for key: CacheKey) {
        // If the file cannot be written, the rendition is created again next time.
        guard let count = try? write(file + BlobID(of: file).bytes, to: key) else { return }
        let isDue = allowance.withLock { allowance in
            allowance -= count
            return allowance < 0
        }
        if isDue { evict() }
    }

    /// Deletes all copies of a photo.
    func removeAll(of blob: BlobID) {
        // A folder that cannot be opened contains no copies.
        guard let root = try? root() else { return }
        for file in CachedFile.all(of: blob, in: root) { file.remove(from: root) }
    }

    /// Counts the renditions of unreferenced photos, and any unfinished files older than an hour.
    ///
    /// - Parameters:
    ///   - referenced: The IDs of all referenced photos.
    ///   - isRemoving: Whether to delete the files. In that case, only deleted files are counted.
    /// - Returns: The number of files.
    func orphans(besides referenced: Set<BlobID>, removing isRemoving: Bool) -> Int {
        let longAgo = Int((Date().timeIntervalSince1970 - Self.patience) * 1_000_000_000)
        // A folder that cannot be opened contains no renditions.
        guard let root = try? root() else { return 0 }
        let orphans = CachedFile.all(in: root)
            .filter { file in
                file.blob.map { !referenced.contains($0) } ?? (file.lastUse < longAgo)
            }
        return isRemoving ? orphans.count { $0.remove(from: root) } : orphans.count
    }

    /// The age in seconds above which an unfinished file counts as orphaned.
    private static let patience: TimeInterval = 3600

    /// Opens the folder, or returns `nil` if it does not exist or is a link.
    private func root() throws(TimelineError) -> OpenFolder? {
        try OpenFolder(folder.deletingLastPathComponent())?.subfolder(folder.lastPathComponent)
    }

    /// Returns the path of a rendition's file within the folder, which is in one of 256 subfolders.
    private func path(_ key: CacheKey) -> String {
        let blob = key.blob.description
        return "\(blob.prefix(2))/\(blob.dropFirst(2))-\(key.name)"
    }

    /// Returns the URL of a rendition's file, or `nil` if it is not cached.
    func url(_ key: CacheKey) -> URL? {
        // A folder that cannot be opened contains no renditions.
        guard let root = try? root(), root.entry(path(key))?.kind == .file else { return nil }
        return folder.appending(path: path(key))
    }

    /// Writes a temporary file and renames it, so that no reader sees an incomplete file.
    ///
    /// - Returns: The number of bytes written.
    /// - Throws: An error from the file system, which the caller discards.
    private func write(_ content: Data, to key: CacheKey) throws -> Int {
        // A link in place of the folder is an error.
        let root = try OpenFolder(making: folder.deletingLastPathComponent())
            .makeFolder(folder.lastPathComponent)
        try root.makeFolder(String(key.blob.description.prefix(2)))
        try root.write(content, to: path(key), synced: false)
        return content.count
    }

    /// Counts the bytes of the files and, above the limit, evicts the least recently used files
    /// until they take at most 15/16 of it.
    ///
    /// Evicting more than necessary leaves room for new files, so that not every new file requires
    /// counting all the others.
    private func evict() {
        // A folder that cannot be opened contains no renditions.
        guard let root = try? root() else { return }
        var files = CachedFile.all(in: root).sorted { $0.lastUse < $1.lastUse }
        var bytes = files.reduce(0) { $0 + $1.byteCount }
        let least = byteLimit - byteLimit / 16
        if bytes > byteLimit {
            files.reverse()
            while bytes > least, let oldest = files.popLast() {
                oldest.remove(from: root)
                bytes -= oldest.byteCount
            }
        }
        // Other processes also write files, so the next count happens after an eighth of the limit
        // at the latest.
        let next = min(max(0, byteLimit - bytes), byteLimit / 8)
        allowance.withLock { $0 = next }
    }
}
