/// The text of errors that occur while hashing passwords.
enum HashingText {
    /// The operation in a `StorageFailure`.
    static let operation = "Hashing the password"
}
