public import Foundation

/// The private side of a user of this device: how the user logs in.
public struct Account: Hashable, Sendable {
    /// Whose account it is.
    public let user: User.ID
    /// What the user logs in with.
    public let email: EmailAddress
    /// The password's hash as a PHC string.
    public let passwordHash: String
    /// When the account was made.
    public let createdAt: Date

    /// Makes an account of its parts.
    public init(
        user: User.ID,
        email: EmailAddress,
        passwordHash: String,
        createdAt: Date
    ) {
        self.user = user
        self.email = email
        self.passwordHash = passwordHash
        self.createdAt = createdAt
    }
}
