import Foundation
import TimelineCore

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
