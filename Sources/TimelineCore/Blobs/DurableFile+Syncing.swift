package import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension DurableFile {
    /// Creates a file with the given content and syncs it to the disk.
    ///
    /// - Returns: Whether the file was created and synced. If not, `errno` contains the reason.
    package static func writeSynced(_ content: Data, to path: URL, mode: UInt16) -> Bool {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
        let descriptor = open(path.path, flags, mode_t(mode))
        guard descriptor >= 0 else { return false }
        let isComplete = write(content, to: descriptor) && synchronize(descriptor)
        let reason = errno
        close(descriptor)
        errno = reason
        return isComplete
    }

    /// Writes all of `content` to an open file.
    ///
    /// - Returns: Whether everything was written. If not, `errno` contains the reason.
    package static func write(_ content: Data, to descriptor: Int32) -> Bool {
        content.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest))
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }

    /// Syncs a folder, which makes new, renamed and deleted entries durable.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    static func sync(folder: URL) throws(TimelineError) {
        let descriptor = open(folder.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(.opening, at: folder) }
        defer { close(descriptor) }
        guard synchronize(descriptor) else { throw .system(.syncing, at: folder) }
    }

    /// Waits until all writes have reached the disk itself, not only its cache, and returns whether
    /// this succeeded.
    static func synchronize(_ descriptor: Int32) -> Bool {
        #if canImport(Darwin)
        fcntl(descriptor, F_FULLFSYNC) != -1
        #else
        fsync(descriptor) == 0
        #endif
    }

    private static func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Darwin)
        Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
        Musl.write(descriptor, bytes.baseAddress, bytes.count)
        #else
        Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }
}
