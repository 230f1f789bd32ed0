public import Foundation

/// A completed login.
public struct Login: Sendable {
    /// The user who logged in.
    public let user: User
    /// The secret that opens the session again.
    public let token: Session.Token
    /// The session, ready for calls.
    public let session: UserSession
    /// When the store's owner reset the password, if that happened since the last login.
    public let passwordResetAt: Date?
}
