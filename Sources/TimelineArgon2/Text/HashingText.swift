/// The text of errors while hashing passwords.
enum HashingText {
    /// The operation of a `StorageFailure`.
    static let operation = "Hashing the password"
}
