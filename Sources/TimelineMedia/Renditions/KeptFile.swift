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
        names(in: folder.path).filter { $0.utf8.count == 2 }
            .flatMap { prefix in
                names(in: folder.path + "/" + prefix)
                    .compactMap { KeptFile("\(folder.path)/\(prefix)/\($0)") }
            }
    }

    private static func names(in folder: String) -> [String] {
        // A folder that is gone or closed holds nothing to count.
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }
}
