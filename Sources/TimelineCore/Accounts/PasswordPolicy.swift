import Foundation

/// Which passwords are taken: long enough, not among the commonest, not made of what others know.
///
/// There are no rules of composition and passwords do not expire (NIST SP 800-63B-4, section 3.1.1.2).
public enum PasswordPolicy {
    /// How many characters a password has; one code point counts as one character.
    public static let length = 8...128
    /// The length that is advised, in characters.
    public static let advisedLength = 15

    /// The commonest passwords of eight or more characters, in lower case.
    static let common = Set(
        String(decoding: PackageResources.common_passwords_txt, as: UTF8.self)
            .split(separator: "\n").map(String.init)
    )

    /// Checks a new password of a user.
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

    /// Whether a password is these words, in any number, with little else: fewer than six characters, or no
    /// letter.
    private static func isMade(_ password: String, of words: [String]) -> Bool {
        let rest = words.filter { $0.count >= 3 }
            .reduce(password) { $0.replacing($1.lowercased(), with: "") }
        return rest != password && (rest.count < 6 || !rest.contains(where: \.isLetter))
    }
}

/// Why a password was refused.
public enum PasswordFault: Hashable, Sendable, CustomStringConvertible {
    /// It has fewer than 8 characters.
    case tooShort
    /// It has more than 128 characters.
    case tooLong
    /// It is one of the 3,000 commonest.
    case common
    /// It is made of the username, the e-mail or "timeline".
    case guessable

    /// A full sentence that says what to do.
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
