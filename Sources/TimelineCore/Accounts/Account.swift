public import Foundation

/// A user's private login data: the email address and the password hash.
public struct Account: Hashable, Sendable {
    /// The user that the account belongs to.
    public let user: User.ID
    /// The email that the user logs in with.
    public let email: EmailAddress
    /// The password hash as a PHC string.
    public let passwordHash: String
    /// The date on which the account was created.
    public let createdAt: Date
    /// The date of a password reset by the store's owner, or `nil` if none has taken place since
    /// the user's last login or password change.
    public let passwordResetAt: Date?

    /// Creates an account with the given values.
    public init(
        user: User.ID,
        email: EmailAddress,
        passwordHash: String,
        createdAt: Date,
        passwordResetAt: Date? = nil
    ) {
        self.user = user
        self.email = email
        self.passwordHash = passwordHash
        self.createdAt = createdAt
        self.passwordResetAt = passwordResetAt
    }

    /// Returns a copy of the account with the given password hash and reset date.
    func with(passwordHash: String, resetAt: Date? = nil) -> Account {
        Account(
            user: user,
            email: email,
            passwordHash: passwordHash,
            createdAt: createdAt,
            passwordResetAt: resetAt
        )
    }
}
