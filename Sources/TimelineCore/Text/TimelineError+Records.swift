import TimelineRecords

extension TimelineError {
    /// Returns the error for a statement that cannot be signed, although its change is valid.
    static func unsigned(_ content: RecordContent, _ error: RecordError) -> TimelineError {
        switch (content, error) {
        case (.profileSet(.url(let url?)), .invalidURL): .invalidURL(url)
        default:
            .storageFailed(StorageFailure(operation: "Signing a record", reason: "\(error)"))
        }
    }

    /// The error for a stored key that is not a key.
    static let invalidBoxKey = storageFailed(
        StorageFailure(
            operation: "Reading the keys",
            reason: "The key that encrypts sessions is not valid"
        )
    )
}
