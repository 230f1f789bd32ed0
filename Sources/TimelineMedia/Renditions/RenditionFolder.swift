import Foundation
import TimelineCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The files of a ``RenditionCache``: `ab/cdef…-square320.jpg`, folders of mode 0700, files of mode
/// 0600.
///
/// The SHA-256 of the JPEG follows it and reveals damage; viewers ignore it. Files are renamed into
/// place without a sync: a rendition that a crash of the machine damages is made again. The time of
/// last use is the file's time of modification.
final class RenditionFolder: Sendable {
    /// The folder, created with the first file.
    private let folder: URL
    /// The limit of all files together, in bytes.
    private let byteLimit: Int
    /// The bytes that may be written before the files are counted; 0 before the first count.
    private let allowance = Lock(0)

    /// Refers to a folder, which need not exist.
    init(_ folder: URL, byteLimit: Int) {
        self.folder = folder
        self.byteLimit = byteLimit
    }

    /// Returns a cached JPEG; `nil` when it is missing or damaged.
    ///
    /// Verifies the SHA-256 after the JPEG, and sets the time of last use.
    func file(_ key: RenditionKey) -> Data? {
        let path = path(key)
        // An unreadable file counts as missing.
        guard isOwn(path), let content = try? DurableFile.read(path),
            content.count > BlobID.byteCount
        else { return nil }
        let file = content.dropLast(BlobID.byteCount)
        guard BlobID(of: file).bytes == content.suffix(BlobID.byteCount) else { return nil }
        utimes(path.path, nil)
        return Data(file)
    }

    /// Stores a JPEG if possible, and evicts others above the limit.
    ///
    /// A full disk or a read-only folder is no error: the rendition is returned, and made again
    /// next time.
    func store(_ file: Data, _ key: RenditionKey) {
        // Without the file the rendition is made again.
        guard let count = try? write(file + BlobID(of: file).bytes, to: path(key)) else { return }
        let isDue = allowance.withLock { allowance in
            allowance -= count
            return allowance < 0
        }
        if isDue { evict() }
    }

    /// Deletes a cached JPEG, if it exists.
    func remove(_ key: RenditionKey) {
        let path = path(key)
        if isOwn(path) { unlink(path.path) }
    }

    /// Counts the files of unreferenced photos and those that were begun more than an hour ago and
    /// never finished.
    ///
    /// - Parameters:
    ///   - referenced: The photos with a reference.
    ///   - isRemoving: Whether to delete the files; only deleted ones are counted then.
    /// - Returns: The number of files.
    func orphans(besides referenced: Set<BlobID>, removing isRemoving: Bool) -> Int {
        let longAgo = Int((Date().timeIntervalSince1970 - Self.patience) * 1_000_000_000)
        let orphans = CachedFile.all(in: folder)
            .filter { file in
                file.blob.map { !referenced.contains($0) } ?? (file.lastUse < longAgo)
            }
        return isRemoving ? orphans.count { unlink($0.path) == 0 } : orphans.count
    }

    /// The time in seconds that writing a file may take.
    private static let patience: TimeInterval = 3600

    /// Whether a file belongs to the folder itself, not to one behind a link.
    private func isOwn(_ path: URL) -> Bool {
        CachedFile.isFolder(folder.path)
            && CachedFile.isFolder(path.deletingLastPathComponent().path)
    }

    /// The path of a rendition, in one of 256 folders.
    private func path(_ key: RenditionKey) -> URL {
        let blob = key.blob.description
        return folder.appending(path: String(blob.prefix(2)))
            .appending(path: "\(blob.dropFirst(2))-\(key.rendition.rawValue).jpg")
    }

    /// Writes a temporary file and renames it, so that no reader sees a part of a file.
    ///
    /// - Returns: The number of bytes written.
    /// - Throws: An error of the file system, which the caller discards.
    private func write(_ content: Data, to path: URL) throws -> Int {
        let parent = path.deletingLastPathComponent()
        try DurableFile.makeFolder(folder)
        // Nothing is created behind a link.
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

    /// Counts the bytes of the files; above the limit, evicts the least recently used, down to
    /// 15/16 of the limit.
    ///
    /// Going below the limit at once leaves room for some more files, so not every file that is
    /// stored counts all others.
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
        // Other processes write too, so the next count comes after an eighth of the limit at the
        // latest.
        let next = min(max(0, byteLimit - bytes), byteLimit / 8)
        allowance.withLock { $0 = next }
    }
}
