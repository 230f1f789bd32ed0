import Foundation

/// The requirements for new passwords.
///
/// A password must have an allowed length, must not be one of the most common passwords, and must
/// not be derived from the user's own data.
///
/// Passwords have no composition rules and do not expire, as NIST SP 800-63B-4, section 3.1.1.2,
/// recommends.
///
/// ```swift
/// try PasswordPolicy.check(password, username: "leia", email: EmailAddress(email))
/// ```
public enum PasswordPolicy {
    /// The allowed length in characters.
    ///
    /// Each code point is counted as one character.
    public static let length = 8...128
    /// The recommended minimum length in characters.
    public static let advisedLength = 15

    /// The 3,000 most common passwords of eight or more characters, in lower case.
    static let common = Set(
        String(decoding: PackageResources.common_passwords_txt, as: UTF8.self)
            .split(separator: "\n").map(String.init)
    )

    /// Checks whether a user's new password meets the requirements.
    ///
    /// - Throws: ``TimelineError/passwordRefused(_:)`` for the first requirement that is not met.
    public static func check(
        _ password: Password,
        username: String,
        email: EmailAddress
    ) throws(TimelineError) {
        let count = password.text.unicodeScalars.count
        guard count >= length.lowerBound else {
            throw .passwordRefused(.tooShort(minimum: length.lowerBound, advised: advisedLength))
        }
        guard count <= length.upperBound else {
            throw .passwordRefused(.tooLong(maximum: length.upperBound))
        }
        let folded = password.text.lowercased()
        guard !common.contains(folded) else { throw .passwordRefused(.common) }
        let name = Username.normalized(username).prefix { $0 != "~" }
        guard !isMade(folded, of: [email.text, String(name), email.localPart, "timeline"]) else {
            throw .passwordRefused(.guessable)
        }
    }

    /// Returns whether a password consists mostly of the given words.
    ///
    /// This is the case if it contains one of the words, and the rest is shorter than six
    /// characters or contains no letters. Words of fewer than three characters are ignored.
    private static func isMade(_ password: String, of words: [String]) -> Bool {
        let rest = words.filter { $0.count >= 3 }
            .reduce(password) { $0.replacing($1.lowercased(), with: "") }
        return rest != password && (rest.count < 6 || !rest.contains(where: \.isLetter))
    }
}
