extension PasswordError: CustomStringConvertible {
    /// The message for users: a full sentence that states the fault, then the remedy.
    public var description: String {
        switch self {
        case .tooShort(let minimum, let advised):
            "The password is too short; use at least \(minimum) characters, preferably \(advised) or more."
        case .tooLong(let maximum):
            "The password is too long; use at most \(maximum) characters."
        case .common: "This is one of the most common passwords; choose another."
        case .guessable:
            "The password is made of your username, your email or “timeline”; choose another."
        }
    }
}
