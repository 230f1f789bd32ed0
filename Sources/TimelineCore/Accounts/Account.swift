public import Foundation

/// The private side of a user of this device: the email and the password hash of a login.
public struct Account: Hashable, Sendable {
    /// Whose account it is.
    public let user: User.ID
    /// What the user logs in with.
    public let email: EmailAddress
    /// The password's hash as a PHC string.
    public let passwordHash: String
    /// When the account was made.
    public let createdAt: Date
    /// When the store's owner reset the password; `nil` once the user has logged in after that.
    public let passwordResetAt: Date?

    /// Makes an account of its parts.
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

    /// The same account with another password hash.
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
