import Foundation
import TimelineCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A file of the rendition cache as the file system knows it.
struct CachedFile {
    /// What the names of files start with that are being written.
    static let temporaryMark = ".writing-"

    let path: String
    /// The photo that it shows; `nil` for what is being written.
    let blob: BlobID?
    let byteCount: Int
    /// Nanoseconds since 1970.
    let lastUse: Int

    private init?(_ path: String, _ blob: BlobID?) {
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

    /// The files of the folder, and what killed programs left unfinished.
    static func all(in folder: URL) -> [CachedFile] {
        guard isFolder(folder.path) else { return [] }
        return names(in: folder.path).filter { $0.wholeMatch(of: /[0-9a-f]{2}/) != nil }
            .flatMap { files(in: "\(folder.path)/\($0)", startingWith: $0) }
    }

    /// The files of photos whose names start with the two digits of `prefix`.
    private static func files(in folder: String, startingWith prefix: String) -> [CachedFile] {
        guard isFolder(folder) else { return [] }
        return names(in: folder)
            .compactMap { name in
                let blob = blob(prefix + name)
                guard blob != nil || name.hasPrefix(temporaryMark) else { return nil }
                return CachedFile("\(folder)/\(name)", blob)
            }
    }

    /// Whether there is a folder, not a link to one: what lies behind a link is not the cache's.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The photo in a name that only the cache gives, after the two digits of its folder.
    private static func blob(_ name: String) -> BlobID? {
        let parts = name.split(separator: "-", maxSplits: 1)
        guard parts.count == 2, parts[0].wholeMatch(of: /[0-9a-f]{64}/) != nil,
            Rendition.allCases.contains(where: { "\($0.rawValue).jpg" == parts[1] })
        else { return nil }
        return BlobID(String(parts[0]))
    }

    private static func names(in folder: String) -> [String] {
        // A folder that is gone or closed holds nothing to count.
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }
}
