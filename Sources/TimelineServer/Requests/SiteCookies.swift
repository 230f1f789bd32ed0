import TimelineCore

/// The cookies of a server.
///
/// Without TLS, their names contain the port. If the system chooses the port, it becomes known when
/// the server starts listening, before the first request.
final class SiteCookies: Sendable {
    private struct Cookies {
        let session: Cookie
        let forms: Cookie
        let preferences: Preferences

        init(of settings: ServerSettings) {
            session = .session(of: settings)
            forms = .forms(of: settings)
            preferences = Preferences(of: settings)
        }
    }

    private let settings: ServerSettings
    private let cookies: Lock<Cookies>

    /// Creates the cookies for the port in the settings.
    init(of settings: ServerSettings) {
        self.settings = settings
        cookies = Lock(Cookies(of: settings))
    }

    /// Renames the cookies after the port that the server listens on.
    func listen(on port: Int) {
        var settings = settings
        settings.port = port
        let renamed = Cookies(of: settings)
        cookies.withLock { $0 = renamed }
    }

    /// The cookie that contains the token of a session.
    var session: Cookie { cookies.withLock(\.session) }

    /// The cookie that contains the secret for a guest's form tokens.
    var forms: Cookie { cookies.withLock(\.forms) }

    /// The settings that browsers store in cookies.
    var preferences: Preferences { cookies.withLock(\.preferences) }
}
