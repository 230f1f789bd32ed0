package import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A file that is locked by this process.
///
/// The system releases the lock when the process ends, even if it crashes.
package final class LockedFile: Sendable {
    private let path: URL
    private let descriptor: Int32

    /// Creates and locks a file with mode 0600 and the given content.
    ///
    /// The file receives its final name only after it is locked, so no process ever sees it
    /// unlocked. It replaces any other file with this name.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - content: The content of the file.
    ///   - isSynced: Whether the file and its folder are synced, so that the file also survives a
    ///     system crash.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package init(making path: URL, content: Data, isSynced: Bool = false) throws(TimelineError) {
        let hidden = DurableFile.temporaryPath(beside: path)
        descriptor = open(hidden.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        self.path = path
        guard descriptor >= 0 else { throw .system(.creating, at: path) }
        guard flock(descriptor, LOCK_EX) == 0, DurableFile.write(content, to: descriptor),
            !isSynced || DurableFile.synchronize(descriptor), rename(hidden.path, path.path) == 0
        else {
            let failure = TimelineError.system(.writing, at: path)
            unlink(hidden.path)
            throw failure
        }
        if isSynced { try DurableFile.sync(folder: path.deletingLastPathComponent()) }
    }

    /// Locks the file at `path`, or returns `nil` if it does not exist or is still locked by its
    /// creator.
    ///
    /// The lock is a shared one, so that several processes can check the file at the same time.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package init?(ifFree path: URL) throws(TimelineError) {
        descriptor = open(path.path, O_RDWR | O_CLOEXEC)
        self.path = path
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw .system(.opening, at: path)
        }
        guard flock(descriptor, LOCK_SH | LOCK_NB) == 0 else { return nil }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Deletes the file, if it still exists.
    func remove() { unlink(path.path) }
}
