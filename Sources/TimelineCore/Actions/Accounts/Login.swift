public import Foundation

/// The result of a login or sign-up.
///
/// ```swift
/// let login = try await guest.logIn(email: email, password: password, label: "phone")
/// keychain.store(login.token.text)
/// let page = try await login.session.timeline()
/// ```
public struct Login: Sendable {
    /// The logged-in user.
    public let user: User
    /// The secret token that reopens the session with ``Guest/session(for:)``.
    public let token: Session.Token
    /// The open session.
    public let session: UserSession
    /// The date of a password reset by the store's owner since the last login, or `nil` if there
    /// was none.
    public let passwordResetAt: Date?
    /// Whether this device has received a new key, because another device used the previous one or
    /// because it had been revoked.
    public internal(set) var hasNewDeviceKey = false
}
