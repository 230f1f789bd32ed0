#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The device and the change time of an open file.
///
/// `stat` is used in this module only: in a module that also imports Dispatch, whether its members
/// are visible depends on the order in which the compiler loads the two.
package struct FileStatus: Equatable, Sendable {
    /// The number of the device that the file represents, or 0.
    package let device: UInt64
    /// The time of the last change of the file's attributes, in seconds since 1970.
    package let changeSeconds: Int
    /// The nanoseconds of that time, from 0 to 999,999,999.
    package let changeNanoseconds: Int

    /// Reads the status of a file descriptor, and returns `nil` if the system reports an error.
    package init?(of descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        #if canImport(Darwin)
        let changed = status.st_ctimespec
        #else
        let changed = status.st_ctim
        #endif
        device = UInt64(truncatingIfNeeded: status.st_rdev)
        changeSeconds = changed.tv_sec
        changeNanoseconds = changed.tv_nsec
    }
}
