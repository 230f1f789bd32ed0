public import Foundation

/// A user's private login data: the email and the password hash.
public struct Account: Hashable, Sendable {
    /// The user that the account belongs to.
    public let user: User.ID
    /// The email to log in with.
    public let email: EmailAddress
    /// The password hash as a PHC string.
    public let passwordHash: String
    /// The date of the sign-up or claim.
    public let createdAt: Date
    /// The date when the store's owner reset the password; `nil` once the user has logged in again.
    public let passwordResetAt: Date?

    /// Creates an account.
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

    /// The account with a new password hash.
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
