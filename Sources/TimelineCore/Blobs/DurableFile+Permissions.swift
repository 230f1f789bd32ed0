package import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension DurableFile {
    /// Returns the permission bits of the item at `path`, or `nil` if it does not exist.
    package static func mode(of path: URL) -> UInt16? {
        var status = stat()
        guard stat(path.path, &status) == 0 else { return nil }
        return UInt16(truncatingIfNeeded: status.st_mode & 0o777)
    }

    /// Sets the permission bits of the item at `path`.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package static func setMode(_ mode: UInt16, of path: URL) throws(TimelineError) {
        guard chmod(path.path, mode_t(mode)) == 0 else {
            throw .system(.changingPermissions, at: path)
        }
    }
}
