package import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A file or folder operation that can fail.
package enum FileOperation: Sendable {
    case changingPermissions, creating, creatingFolder, deleting, finding, moving, opening
    case reading, readingPhoto, syncing, writing
}

/// A reason for a failure that the library detects itself, without an error from the system.
package enum FileError: Sendable {
    case changed, inUse, invalidName, missing, notAFile, notAFolder, symbolicLink, tooLong

    /// The error number with which the system describes the fault best.
    var errno: Int32 {
        switch self {
        case .changed: EIO
        case .inUse: EBUSY
        case .invalidName: EINVAL
        case .missing: ENOENT
        case .notAFile: EISDIR
        case .notAFolder: ENOTDIR
        case .symbolicLink: ELOOP
        case .tooLong: EFBIG
        }
    }
}

extension TimelineError {
    /// Returns the error for a failed operation on `path`, with the reason from `errno`.
    package static func system(_ operation: FileOperation, at path: URL) -> TimelineError {
        let number = errno
        guard number != EROFS else { return .storageReadOnly }
        return .failure(
            operation,
            at: path,
            reason: String(cString: strerror(number)),
            isDiskFull: number == ENOSPC || number == EDQUOT,
            errno: number
        )
    }

    /// Returns the error for a file in a folder that does not exist.
    package static func missingFolder(of path: URL) -> TimelineError {
        errno = ENOENT
        return .system(.writing, at: path)
    }

    static func failure(
        _ operation: FileOperation,
        at path: URL,
        fault: FileError
    ) -> TimelineError {
        .failure(operation, at: path, reason: fault.description, errno: fault.errno)
    }

    static func failure(
        _ operation: FileOperation,
        at path: URL,
        reason: String,
        isDiskFull: Bool = false,
        errno: Int32? = nil
    ) -> TimelineError {
        var failure = StorageError(
            operation: "\(operation) \(path.path)",
            reason: reason,
            isDiskFull: isDiskFull
        )
        failure.errno = errno
        return .storageFailed(failure)
    }

    /// Returns the error for a blob with missing or changed bytes.
    package static func unreadable(_ blob: BlobID, fault: FileError) -> TimelineError {
        var failure = StorageError(
            operation: "\(FileOperation.readingPhoto) \(blob)",
            reason: fault.description
        )
        failure.isPhoto = true
        return .storageFailed(failure)
    }
}

/// Runs `body`, which reads or writes a file or folder outside the store, such as an export.
///
/// A failure is attributed to `path`, even if a temporary file beside it caused the failure, so that
/// nobody looks for the cause in the store.
///
/// - Parameters:
///   - operation: The operation on `path`.
///   - path: The path that the user has chosen.
///   - body: A closure that does not read or write the store.
/// - Returns: The result of `body`.
/// - Throws: ``TimelineError/storageFailed(_:)`` with ``StorageError/isOutsideStore``, or any
///   error thrown by `body` that is not a storage error.
package func withExternalFileErrors<Result>(
    _ operation: FileOperation,
    _ path: URL,
    _ body: () throws -> Result
) throws -> Result {
    do {
        return try body()
    } catch let error as TimelineError {
        throw error.withExternalFileErrors(operation, path)
    }
}

extension TimelineError {
    /// Returns the error with a storage error attributed to a path outside the store.
    package func withExternalFileErrors(_ operation: FileOperation, _ path: URL) -> TimelineError {
        let (reason, isDiskFull): (String, Bool)
        switch self {
        case .storageFailed(let failure):
            (reason, isDiskFull) = (failure.reason, failure.isDiskFull)
        case .storageReadOnly: (reason, isDiskFull) = (String(cString: strerror(EROFS)), false)
        default: return self
        }
        return .storageFailed(
            StorageError(
                operation: "\(operation) \(path.path)",
                reason: reason,
                isDiskFull: isDiskFull,
                isOutsideStore: true
            )
        )
    }
}

extension DurableFile {
    /// Returns whether an item exists at a path outside the store.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)`` if this cannot be determined.
    package static func existsOutsideStore(_ path: URL) throws -> Bool {
        try withExternalFileErrors(.finding, path) { try exists(path) }
    }
}
