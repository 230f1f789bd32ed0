import Foundation

extension TimelineError {
    /// A picture's file cannot be read.
    ///
    /// - Parameters:
    ///   - name: the file's name, if it has one.
    ///   - code: the value of `errno`.
    /// - Returns: the error.
    static func unreadable(photo name: String?, _ code: Int32) -> TimelineError {
        .storageFailed(
            StorageFailure(
                operation: "Reading \(name ?? "a picture")",
                reason: String(cString: strerror(code))
            )
        )
    }
}
