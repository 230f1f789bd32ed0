/// Who has logged in, and the proof of it.
public struct LogIn: Sendable {
    /// Who has logged in.
    public let user: User
    /// The secret that opens the session again.
    public let token: Session.Token
}
