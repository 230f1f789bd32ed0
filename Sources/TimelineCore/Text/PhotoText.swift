import Foundation

extension TimelineError {
    /// Returns the error for a picture file that cannot be read.
    ///
    /// - Parameters:
    ///   - name: The file's name, if it has one.
    ///   - code: The value of `errno`.
    /// - Returns: The error.
    static func unreadable(photo name: String?, _ code: Int32) -> TimelineError {
        .storageFailed(
            StorageError(
                operation: "Reading \(name ?? "a picture")",
                reason: String(cString: strerror(code)),
                isOutsideStore: true
            )
        )
    }
}
