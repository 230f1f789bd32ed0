package import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A lock on a folder, which allows only one process at a time to work in the folder.
///
/// The system releases the lock when the process ends.
package enum LockedFolder {
    /// Runs `body` while holding the lock on `folder`.
    ///
    /// If the file system does not support locks, `body` runs without a lock.
    ///
    /// - Parameters:
    ///   - folder: The folder to lock.
    ///   - isWaiting: Whether to wait while another process holds the lock.
    ///   - body: The work to do in the folder.
    /// - Returns: The result of `body`.
    /// - Throws: ``TimelineError/storageBusy`` if another process holds the lock and `isWaiting` is
    ///   `false`, ``TimelineError/storageFailed(_:)``, or any error thrown by `body`.
    package static func run<Output>(
        in folder: URL,
        waiting isWaiting: Bool = true,
        _ body: () throws -> Output
    ) throws -> Output {
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw TimelineError.system(.opening, at: folder) }
        defer { close(descriptor) }
        while flock(descriptor, isWaiting ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { throw TimelineError.storageBusy }
            guard errno == EINTR else { break }
        }
        return try body()
    }
}
