package import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A folder in which one program at a time does something; the system releases the lock when the program ends.
package enum LockedFolder {
    /// Runs `body` while no other program that locks the folder does.
    ///
    /// File systems without locks run it at once.
    ///
    /// - Parameters:
    ///   - folder: the folder.
    ///   - isWaiting: whether to wait for a program that holds the lock.
    ///   - body: the work.
    /// - Returns: what `body` returns.
    /// - Throws: ``TimelineError/storageBusy`` instead of waiting; ``TimelineError/storageFailed(_:)``; what `body`
    ///   throws.
    package static func run<Output>(
        in folder: URL,
        waiting isWaiting: Bool = true,
        _ body: () throws -> Output
    ) throws -> Output {
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw TimelineError.system("Opening", folder) }
        defer { close(descriptor) }
        while flock(descriptor, isWaiting ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { throw TimelineError.storageBusy }
            guard errno == EINTR else { break }
        }
        return try body()
    }
}
