/// The reason why a password was rejected.
public enum PasswordFault: Hashable, Sendable, CustomStringConvertible {
    /// The password has fewer than `minimum` characters; `advised` or more are recommended.
    case tooShort(minimum: Int, advised: Int)
    /// The password has more than `maximum` characters.
    case tooLong(maximum: Int)
    /// The password is one of the 3,000 most common ones.
    case common
    /// The password is derived from the username, the email or "timeline".
    case guessable

    /// A full sentence for users: the fault, then the remedy.
    public var description: String {
        switch self {
        case .tooShort(let minimum, let advised):
            "The password is too short; take at least \(minimum) characters, "
                + "better \(advised) or more."
        case .tooLong(let maximum):
            "The password is too long; take at most \(maximum) characters."
        case .common: "This is one of the commonest passwords; take one that others do not use."
        case .guessable:
            "The password is made of your username, your e-mail or “timeline”; take another."
        }
    }
}
