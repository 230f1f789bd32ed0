package import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

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
