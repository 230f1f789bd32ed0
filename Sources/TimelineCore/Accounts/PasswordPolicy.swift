import Foundation

/// The requirements for new passwords: a minimum length, not among the most common, not derived
/// from the user's own data.
///
/// No composition rules and no expiry, as NIST SP 800-63B-4, section 3.1.1.2, recommends.
///
/// ```swift
/// try PasswordPolicy.check(password, username: "leia", email: email)
/// ```
public enum PasswordPolicy {
    /// The allowed length in characters; each code point counts as one character.
    public static let length = 8...128
    /// The recommended minimum length in characters.
    public static let advisedLength = 15

    /// The 3,000 most common passwords of eight or more characters, in lower case.
    static let common = Set(
        String(decoding: PackageResources.common_passwords_txt, as: UTF8.self)
            .split(separator: "\n").map(String.init)
    )

    /// Checks a user's new password.
    ///
    /// - Throws: ``TimelineError/passwordRefused(_:)``.
    public static func check(
        _ password: Password,
        username: String,
        email: EmailAddress
    ) throws(TimelineError) {
        let count = password.text.unicodeScalars.count
        guard count >= length.lowerBound else { throw .passwordRefused(.tooShort) }
        guard count <= length.upperBound else { throw .passwordRefused(.tooLong) }
        let folded = password.text.lowercased()
        guard !common.contains(folded) else { throw .passwordRefused(.common) }
        let name = Username.shown(username).prefix { $0 != "~" }
        guard !isMade(folded, of: [email.text, String(name), email.localPart, "timeline"]) else {
            throw .passwordRefused(.guessable)
        }
    }

    /// Whether a password contains one of these words, and the rest is shorter than six characters
    /// or has no letter.
    private static func isMade(_ password: String, of words: [String]) -> Bool {
        let rest = words.filter { $0.count >= 3 }
            .reduce(password) { $0.replacing($1.lowercased(), with: "") }
        return rest != password && (rest.count < 6 || !rest.contains(where: \.isLetter))
    }
}

/// The reason why a password was rejected.
public enum PasswordFault: Hashable, Sendable, CustomStringConvertible {
    /// The password has fewer than 8 characters.
    case tooShort
    /// The password has more than 128 characters.
    case tooLong
    /// The password is one of the 3,000 most common ones.
    case common
    /// The password is derived from the username, the email or "timeline".
    case guessable

    /// A full sentence for users: the fault, then the remedy.
    public var description: String {
        switch self {
        case .tooShort:
            "The password is too short; take at least \(PasswordPolicy.length.lowerBound) characters, "
                + "better \(PasswordPolicy.advisedLength) or more."
        case .tooLong:
            "The password is too long; take at most \(PasswordPolicy.length.upperBound) characters."
        case .common: "This is one of the commonest passwords; take one that others do not use."
        case .guessable:
            "The password is made of your username, your e-mail or “timeline”; take another."
        }
    }
}
