import Foundation
import TimelineCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A file that a command writes line by line.
///
/// An existing file is never overwritten.
final class LineFile: Sendable {
    private let url: URL
    private let file: FileHandle

    /// Creates a file that only its owner can read.
    ///
    /// - Throws: ``CommandError/fileExists(_:)``, ``CommandError/folderNotFound(_:)``,
    ///   ``CommandError/notAFolder(_:)``, or ``TimelineError/storageFailed(_:)``.
    init(_ url: URL) throws {
        self.url = url
        let descriptor = try withExternalFileErrors(.writing, url) {
            let flags = O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC
            let descriptor = open(url.path, flags, 0o600)
            guard descriptor < 0 else { return descriptor }
            switch errno {
            case EEXIST: throw CommandError.fileExists(url.relativePath)
            case ENOENT, ENOTDIR:
                throw try CommandError.missing(folder: url.deletingLastPathComponent())
            default: throw TimelineError.system(.writing, at: url)
            }
        }
        file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// Writes a line.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func write(_ line: String) throws {
        try withExternalFileErrors(.writing, url) {
            do {
                try file.write(contentsOf: Data((line + "\n").utf8))
            } catch {
                throw TimelineError.system(.writing, at: url)
            }
        }
    }
}
