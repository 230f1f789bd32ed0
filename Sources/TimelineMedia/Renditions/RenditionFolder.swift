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

/// A file in the rendition cache, with its size and its time of last use.
///
/// The modification time of the file serves as its time of last use, so that reading a rendition
/// does not write another file.
struct CachedFile {
    /// The path of the file within the folder.
    private let path: String
    /// The ID of the rendition's photo, or `nil` for a file that is being written.
    let blob: BlobID?
    /// The size in bytes, including the SHA-256 after the JPEG.
    let byteCount: Int
    /// The time of last use, in nanoseconds since 1970.
    let lastUse: Int

    /// Returns all copies of a photo.
    static func all(of blob: BlobID, in root: OpenFolder) -> [CachedFile] {
        files(in: String(blob.description.prefix(2)), root).filter { $0.blob == blob }
    }

    /// Returns all files in the cache, including unfinished ones that killed processes left behind.
    ///
    /// Reads up to 256 folders and the status of each cached file, and ignores other files.
    static func all(in root: OpenFolder) -> [CachedFile] {
        // A folder that is unreadable is treated as empty.
        ((try? root.names()) ?? []).filter { $0.isHexadecimal(digits: 2) }
            .flatMap { files(in: $0, root) }
    }

    /// Deletes the file, and returns whether it has been deleted.
    @discardableResult
    func remove(from root: OpenFolder) -> Bool {
        // Another process may have deleted the file.
        (try? root.remove(path, synced: false)) != nil
    }

    /// Returns the files of photos whose IDs start with the two digits of `prefix`, and unfinished
    /// files.
    private static func files(in prefix: String, _ root: OpenFolder) -> [CachedFile] {
        // A folder that is missing or unreadable, or a link to one, is treated as empty.
        guard let folder = try? root.subfolder(prefix),
            let names = try? folder.names(includingHidden: true)  // As above.
        else { return [] }
        return names.compactMap { name in
            let blob = blob(prefix + name)
            guard blob != nil || name.hasPrefix(DurableFile.temporaryPrefix),
                let entry = folder.entry(name), entry.kind == .file
            else { return nil }
            return CachedFile(
                path: "\(prefix)/\(name)",
                blob: blob,
                byteCount: entry.byteCount,
                lastUse: Int(entry.modified)
            )
        }
    }

    /// Returns the photo ID in the name of a cached file, or `nil` for other names.
    ///
    /// The name must start with the two digits of its folder.
    private static func blob(_ name: String) -> BlobID? {
        let parts = name.split(separator: "-", maxSplits: 1)
        guard parts.count == 2, parts[0].wholeMatch(of: /[0-9a-f]{64}/) != nil,
            CacheKey.isValid(parts[1])
        else { return nil }
        return BlobID(String(parts[0]))
    }
}

/// The key of a file in the rendition cache: a photo and the name of its copy.
struct CacheKey: Hashable {
    /// The ID of the photo.
    let blob: BlobID
    /// The suffix of the file's name, such as `square320.jpg` or `within480.png`.
    let name: String

    /// Creates the key of a rendition.
    init(_ key: RenditionKey) {
        blob = key.blob
        name = "\(key.rendition.rawValue).jpg"
    }

    /// Creates the key of a PNG with an arbitrary size.
    init(png fit: PictureFit, of blob: BlobID) {
        self.blob = blob
        name =
            switch fit {
            case .whole: "whole.png"
            case .within(let side): "within\(side).png"
            case .readable(let side): "readable\(side).png"
            case .square(let side): "square\(side).png"
            }
    }

    /// Returns whether a name belongs to a cached copy.
    static func isValid(_ name: Substring) -> Bool {
        Rendition.allCases.contains { "\($0.rawValue).jpg" == name }
            || name.wholeMatch(of: /whole\.png|(within|readable|square)[1-9][0-9]{0,4}\.png/) != nil
    }
}
