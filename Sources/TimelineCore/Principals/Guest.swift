/// A reader without an account: reads shared data, signs up and logs in.
///
/// ```swift
/// let login = try await guest.logIn(email: "leia@example.org", password: password, label: "phone")
/// let page = try await login.session.timeline()
/// ```
public struct Guest: Principal {
    /// The store, with no identity.
    public let authority: Authority

    init(engine: TimelineEngine) {
        authority = Authority(engine: engine, credential: .guest)
    }
}
