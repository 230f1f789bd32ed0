/// The text of errors that occur while hashing passwords.
enum HashingText {
    /// The operation in a `StorageError`.
    static let operation = "Hashing the password"
}
