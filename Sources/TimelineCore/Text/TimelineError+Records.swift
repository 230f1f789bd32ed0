extension TimelineError {
    /// Returns the error for a statement that cannot be signed as a record.
    static func unsigned(_ error: RecordError) -> TimelineError {
        switch error {
        case .invalidValue(let error): error
        default:
            .storageFailed(StorageError(operation: "Signing a record", reason: "\(error)"))
        }
    }

    /// The error for a root key that cannot be encrypted, which does not happen with valid sizes.
    static let sealingFailed = storageFailed(
        StorageError(operation: "Sealing the root key", reason: "The key cannot be encrypted")
    )

    /// The error for a stored box key that is not valid.
    static let invalidEncryptionKey = storageFailed(
        StorageError(
            operation: "Reading the keys",
            reason: "The key that encrypts sessions is not valid"
        )
    )
}
