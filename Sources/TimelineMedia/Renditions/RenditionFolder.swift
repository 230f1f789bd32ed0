import Foundation
import TimelineCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

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
        let path = path(key)
        // An unreadable file is treated as missing.
        guard isOwn(path), let content = try? DurableFile.read(path),
            content.count > BlobID.byteCount
        else { return nil }
        let file = content.dropLast(BlobID.byteCount)
        guard BlobID(of: file).bytes == content.suffix(BlobID.byteCount) else { return nil }
        utimes(path.path, nil)
        return Data(file)
    }

    /// Stores a copy if possible, and evicts other files if the limit is exceeded.
    ///
    /// A full disk or a read-only folder is not an error. The rendition is still returned to the
    /// caller, and created again next time.
    func store(_ file: Data, for key: CacheKey) {
        // If the file cannot be written, the rendition is created again next time.
        guard let count = try? write(file + BlobID(of: file).bytes, to: path(key)) else { return }
        let isDue = allowance.withLock { allowance in
            allowance -= count
            return allowance < 0
        }
        if isDue { evict() }
    }

    /// Deletes all copies of a photo.
    func removeAll(of blob: BlobID) {
        if CachedFile.isFolder(folder.path) { CachedFile.removeAll(of: blob, in: folder) }
    }

    /// Counts the renditions of unreferenced photos, and any unfinished files older than an hour.
    ///
    /// - Parameters:
    ///   - referenced: The IDs of all referenced photos.
    ///   - isRemoving: Whether to delete the files. In that case, only deleted files are counted.
    /// - Returns: The number of files.
    func orphans(besides referenced: Set<BlobID>, removing isRemoving: Bool) -> Int {
        let longAgo = Int((Date().timeIntervalSince1970 - Self.patience) * 1_000_000_000)
        let orphans = CachedFile.all(in: folder)
            .filter { file in
                file.blob.map { !referenced.contains($0) } ?? (file.lastUse < longAgo)
            }
        return isRemoving ? orphans.count { unlink($0.path) == 0 } : orphans.count
    }

    /// The age in seconds above which an unfinished file counts as orphaned.
    private static let patience: TimeInterval = 3600

    /// Returns whether none of the folders on the path of a file is a link.
    private func isOwn(_ path: URL) -> Bool {
        CachedFile.isFolder(folder.path)
            && CachedFile.isFolder(path.deletingLastPathComponent().path)
    }

    /// Returns the path of a rendition's file, which is in one of 256 subfolders.
    func path(_ key: CacheKey) -> URL {
        let blob = key.blob.description
        return folder.appending(path: String(blob.prefix(2)))
            .appending(path: "\(blob.dropFirst(2))-\(key.name)")
    }

    /// Writes a temporary file and renames it, so that no reader sees an incomplete file.
    ///
    /// - Returns: The number of bytes written.
    /// - Throws: An error from the file system, which the caller discards.
    private func write(_ content: Data, to path: URL) throws -> Int {
        let parent = path.deletingLastPathComponent()
        try DurableFile.makeFolder(folder)
        // Never create a file or folder through a link.
        guard CachedFile.isFolder(folder.path) else { throw CocoaError(.fileWriteUnknown) }
        try DurableFile.makeFolder(parent)
        guard isOwn(path) else { throw CocoaError(.fileWriteUnknown) }
        let temporary = parent.appending(path: "\(CachedFile.temporaryPrefix)\(UUID().uuidString)")
        let descriptor = open(temporary.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
        let isWritten = DurableFile.write(content, to: descriptor)
        close(descriptor)
        guard isWritten, rename(temporary.path, path.path) == 0 else {
            unlink(temporary.path)
            throw CocoaError(.fileWriteUnknown)
        }
        return content.count
    }

    /// Counts the bytes of the files and, above the limit, evicts the least recently used files
    /// until they take at most 15/16 of it.
    ///
    /// Evicting more than necessary leaves room for new files, so that not every new file requires
    /// counting all the others.
    private func evict() {
        var files = CachedFile.all(in: folder).sorted { $0.lastUse < $1.lastUse }
        var bytes = files.reduce(0) { $0 + $1.byteCount }
        let least = byteLimit - byteLimit / 16
        if bytes > byteLimit {
            files.reverse()
            while bytes > least, let oldest = files.popLast() {
                unlink(oldest.path)
                bytes -= oldest.byteCount
            }
        }
        // Other processes also write files, so the next count happens after an eighth of the limit
        // at the latest.
        let next = min(max(0, byteLimit - bytes), byteLimit / 8)
        allowance.withLock { $0 = next }
    }
}
