import Foundation
import TimelineCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A file in the rendition cache, with its size and its time of last use.
///
/// The modification time of the file serves as its time of last use, so that reading a rendition
/// does not write another file.
struct CachedFile {
    /// The prefix of the names of files that are being written.
    static let temporaryPrefix = ".writing-"

    /// The path of the file.
    let path: String
    /// The ID of the rendition's photo, or `nil` for a file that is being written.
    let blob: BlobID?
    /// The size in bytes, including the SHA-256 after the JPEG.
    let byteCount: Int
    /// The time of last use, in nanoseconds since 1970.
    let lastUse: Int

    /// Reads the status of a file.
    ///
    /// Returns `nil` unless it is a regular file.
    private init?(_ path: String, blob: BlobID?) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        self.path = path
        self.blob = blob
        byteCount = Int(status.st_size)
        lastUse = Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
    }

    /// Deletes all copies of a photo.
    static func removeAll(of blob: BlobID, in folder: URL) {
        let prefix = String(blob.description.prefix(2))
        for file in files(in: "\(folder.path)/\(prefix)", startingWith: prefix)
        where file.blob == blob { unlink(file.path) }
    }

    /// Returns all files in the cache, including unfinished ones that killed processes left behind.
    ///
    /// Reads up to 256 folders and the status of each cached file, and ignores other files. A cache
    /// folder that does not exist is treated as empty.
    static func all(in folder: URL) -> [CachedFile] {
        guard isFolder(folder.path) else { return [] }
        return names(in: folder.path).filter { $0.wholeMatch(of: /[0-9a-f]{2}/) != nil }
            .flatMap { files(in: "\(folder.path)/\($0)", startingWith: $0) }
    }

    /// Returns the files of photos whose IDs start with the two digits of `prefix`, and unfinished
    /// files.
    private static func files(in folder: String, startingWith prefix: String) -> [CachedFile] {
        guard isFolder(folder) else { return [] }
        return names(in: folder)
            .compactMap { name in
                let blob = blob(prefix + name)
                guard blob != nil || name.hasPrefix(temporaryPrefix) else { return nil }
                return CachedFile("\(folder)/\(name)", blob: blob)
            }
    }

    /// Returns whether a path refers to a folder rather than a link to one.
    ///
    /// Files reached through a link are not part of the cache.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
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

    /// Returns the names of the entries in a folder.
    private static func names(in folder: String) -> [String] {
        // A folder that is missing or unreadable is treated as empty.
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }
}
