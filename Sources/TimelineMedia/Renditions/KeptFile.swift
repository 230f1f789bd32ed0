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
struct KeptFile {
    /// What the names of files start with that are being written.
    static let temporaryMark = ".writing-"

    let path: String
    let byteCount: Int
    /// Nanoseconds since 1970.
    let lastUse: Int

    private init?(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        self.path = path
        byteCount = Int(status.st_size)
        lastUse = Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
    }

    /// The files of the folder, and what killed programs left unfinished.
    static func all(in folder: URL) -> [KeptFile] {
        names(in: folder.path).filter { $0.wholeMatch(of: /[0-9a-f]{2}/) != nil }
            .map { "\(folder.path)/\($0)" }.filter(isFolder)
            .flatMap { prefix in
                names(in: prefix).filter(isOurs).compactMap { KeptFile("\(prefix)/\($0)") }
            }
    }

    /// Whether there is a folder, not a link to one: what lies behind a link is not the cache's.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether a file has a name that only the cache gives.
    private static func isOurs(_ name: String) -> Bool {
        guard !name.hasPrefix(temporaryMark) else { return true }
        let parts = name.split(separator: "-", maxSplits: 1)
        return parts.count == 2 && parts[0].wholeMatch(of: /[0-9a-f]{62}/) != nil
            && Rendition.allCases.contains { "\($0.rawValue).jpg" == parts[1] }
    }

    private static func names(in folder: String) -> [String] {
        // A folder that is gone or closed holds nothing to count.
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }
}
