import Foundation
import TimelineCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The files of a ``RenditionCache``: `ab/cdef…-square320.jpg`, folders of mode 0700, files of mode 0600.
///
/// After the JPEG stands its SHA-256, by which damage is found; whatever shows JPEGs passes over it. Files are
/// renamed into place, not synced: what a crash of the machine leaves broken is made again. When a file was
/// used last is its time of modification.
final class RenditionFolder: Sendable {
    private let folder: URL
    private let byteLimit: Int
    /// How many bytes may be written before the files are counted; none before the first time.
    private let allowance = Lock(0)

    init(_ folder: URL, byteLimit: Int) {
        self.folder = folder
        self.byteLimit = byteLimit
    }

    /// The JPEG kept under a name; `nil` when it is missing or damaged.
    func file(_ name: RenditionName) -> Data? {
        let path = path(name)
        // A file that cannot be read is as good as none.
        guard isOwn(path), let kept = try? DurableFile.read(path), kept.count > BlobID.byteCount
        else { return nil }
        let file = kept.dropLast(BlobID.byteCount)
        guard BlobID(of: file).bytes == kept.suffix(BlobID.byteCount) else { return nil }
        utimes(path.path, nil)
        return Data(file)
    }

    /// Keeps a JPEG, as far as that can be done.
    func keep(_ file: Data, _ name: RenditionName) {
        // Without the file the rendition is made again.
        guard let count = try? write(file + BlobID(of: file).bytes, to: path(name)) else { return }
        let isDue = allowance.withLock { allowance in
            allowance -= count
            return allowance < 0
        }
        if isDue { trim() }
    }

    /// Removes what is kept under a name.
    func remove(_ name: RenditionName) {
        let path = path(name)
        if isOwn(path) { unlink(path.path) }
    }

    /// Counts the files of photos that are not named, and those that were begun an hour ago and never finished, and
    /// removes them if asked to.
    func orphans(besides named: Set<BlobID>, removing isRemoving: Bool) -> Int {
        let longAgo = Int((Date().timeIntervalSince1970 - Self.patience) * 1_000_000_000)
        let orphans = CachedFile.all(in: folder)
            .filter { file in
                file.blob.map { !named.contains($0) } ?? (file.lastUse < longAgo)
            }
        return isRemoving ? orphans.count { unlink($0.path) == 0 } : orphans.count
    }

    /// How long a file may be written, in seconds.
    private static let patience: TimeInterval = 3600

    /// Whether a file would lie in the folder itself, and not behind a link somewhere else.
    private func isOwn(_ path: URL) -> Bool {
        CachedFile.isFolder(folder.path)
            && CachedFile.isFolder(path.deletingLastPathComponent().path)
    }

    private func path(_ name: RenditionName) -> URL {
        let blob = name.blob.description
        return folder.appending(path: String(blob.prefix(2)))
            .appending(path: "\(blob.dropFirst(2))-\(name.rendition.rawValue).jpg")
    }

    private func write(_ content: Data, to path: URL) throws -> Int {
        let parent = path.deletingLastPathComponent()
        try DurableFile.makeFolder(folder)
        // In a folder behind a link nothing is made.
        guard CachedFile.isFolder(folder.path) else { throw CocoaError(.fileWriteUnknown) }
        try DurableFile.makeFolder(parent)
        guard isOwn(path) else { throw CocoaError(.fileWriteUnknown) }
        let temporary = parent.appending(path: "\(CachedFile.temporaryMark)\(UUID().uuidString)")
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

    /// Counts the files; when they are too many bytes, removes those used longest ago, down to 15/16 of the limit.
    private func trim() {
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
        // Others write too, so after an eighth at the latest it is time again.
        let next = min(max(0, byteLimit - bytes), byteLimit / 8)
        allowance.withLock { $0 = next }
    }
}
