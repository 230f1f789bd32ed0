package import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Locks a folder, so that one process at a time works in it; the system releases the lock when the
/// process ends.
package enum LockedFolder {
    /// Runs `body` while holding the lock of `folder`; without the lock on file systems that have
    /// none.
    ///
    /// - Parameters:
    ///   - folder: the folder.
    ///   - isWaiting: whether to wait while another process holds the lock.
    ///   - body: the work.
    /// - Returns: the result of `body`.
    /// - Throws: ``TimelineError/storageBusy`` if the lock is held and `isWaiting` is `false`;
    ///   ``TimelineError/storageFailed(_:)``; the error of `body`.
    package static func run<Output>(
        in folder: URL,
        waiting isWaiting: Bool = true,
        _ body: () throws -> Output
    ) throws -> Output {
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw TimelineError.system(.opening, folder) }
        defer { close(descriptor) }
        while flock(descriptor, isWaiting ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { throw TimelineError.storageBusy }
            guard errno == EINTR else { break }
        }
        return try body()
    }
}
