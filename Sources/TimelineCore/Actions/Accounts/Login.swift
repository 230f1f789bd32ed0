public import Foundation

/// The result of a login or sign-up.
///
/// ```swift
/// let login = try await guest.logIn(email: email, password: password, label: "phone")
/// keychain.store(login.token.text)
/// let page = try await login.session.timeline()
/// ```
public struct Login: Sendable {
    /// The user that logged in.
    public let user: User
    /// The secret to reopen the session with; see ``Guest/session(for:)``.
    public let token: Session.Token
    /// The open session.
    public let session: UserSession
    /// The date when the store's owner reset the password; `nil` unless that happened since the
    /// last login.
    public let passwordResetAt: Date?
}
