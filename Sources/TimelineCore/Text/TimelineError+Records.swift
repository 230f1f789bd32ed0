import TimelineRecords

extension TimelineError {
    /// Returns the error for a valid change that cannot be signed as a record.
    static func unsigned(_ content: RecordContent, _ error: RecordError) -> TimelineError {
        switch (content, error) {
        case (.profileSet(.url(let url?)), .invalidURL): .invalidURL(url)
        default:
            .storageFailed(StorageFailure(operation: "Signing a record", reason: "\(error)"))
        }
    }

    /// The error for a root key that cannot be encrypted, which does not happen with valid sizes.
    static let sealingFailed = storageFailed(
        StorageFailure(operation: "Sealing the root key", reason: "The key cannot be encrypted")
    )

    /// The error for a stored box key that is not valid.
    static let invalidBoxKey = storageFailed(
        StorageFailure(
            operation: "Reading the keys",
            reason: "The key that encrypts sessions is not valid"
        )
    )
}
