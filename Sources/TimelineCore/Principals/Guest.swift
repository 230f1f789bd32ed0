/// A reader without an account, who can read shared data, sign up and log in.
///
/// ```swift
/// let login = try await guest.logIn(email: "leia@example.org", password: password, label: "phone")
/// let page = try await login.session.timeline()
/// ```
public struct Guest: Principal {
    /// The store, without a user identity.
    public let authority: Authority

    init(engine: TimelineEngine) {
        authority = Authority(engine: engine, credential: .guest)
    }
}
