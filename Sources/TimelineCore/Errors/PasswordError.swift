/// The reason a password was rejected.
public enum PasswordError: Hashable, Sendable {
    /// The password has fewer than `minimum` characters.
    ///
    /// At least `advised` characters are recommended.
    case tooShort(minimum: Int, advised: Int)
    /// The password has more than `maximum` characters.
    case tooLong(maximum: Int)
    /// The password is one of the 3,000 most common passwords.
    case common
    /// The password is derived from the username, the email or "timeline".
    case guessable
}
