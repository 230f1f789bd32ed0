import Foundation

extension TimelineError {
    /// The bytes of a photo are missing from the store.
    package static func missing(photo: BlobID) -> TimelineError {
        .storageFailed(
            StorageFailure(operation: "Reading photo \(photo)", reason: "its file is missing")
        )
    }

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
