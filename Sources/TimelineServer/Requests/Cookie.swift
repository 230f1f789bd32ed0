import Foundation
import HTTPTypes
import Hummingbird
import TimelineCore
import TimelinePages

/// A cookie of this server.
///
/// Scripts cannot read it. With requests from other sites, browsers send it only when the visitor
/// follows a link to this server.
///
/// Under TLS, the prefix `__Host-` makes browsers reject cookies that another host or an
/// unencrypted page has set (RFC 6265bis, section 4.1.3.2). Over plain HTTP, browsers would reject
/// any cookie with this prefix, so the name contains the port instead, to separate the servers on
/// one machine. Behind a proxy, it is the port of the proxy, which all servers of a store share.
struct Cookie {
    /// The name of the cookie.
    let name: String
    private let isSecure: Bool
    /// The start of the cookie in requests: its name and an equals sign.
    private let prefix: String

    /// The longest time in seconds for which browsers store a cookie: 400 days (RFC 6265bis,
    /// section 5.5).
    ///
    /// An unused session expires earlier.
    private static let lifetime = 400 * 24 * 60 * 60

    /// Returns the cookie that contains the token of a session.
    static func session(of settings: ServerSettings) -> Cookie { Cookie("timeline", settings) }

    /// Returns the cookie that contains the secret for a guest's form tokens.
    static func forms(of settings: ServerSettings) -> Cookie { Cookie("timeline-forms", settings) }

    /// Returns the cookie that selects the colour theme of the pages.
    static func theme(of settings: ServerSettings) -> Cookie { Cookie("timeline-theme", settings) }

    /// Returns the cookie that turns keyboard shortcuts on or off.
    static func shortcuts(of settings: ServerSettings) -> Cookie {
        Cookie("timeline-shortcuts", settings)
    }

    private init(_ name: String, _ settings: ServerSettings) {
        isSecure = settings.scheme == "https"
        let port = settings.publicURL.map { $0.port ?? 80 } ?? settings.port
        self.name = isSecure ? "__Host-\(name)" : "\(name)-\(port)"
        prefix = "\(self.name)="
    }

    /// Returns the `Set-Cookie` header field that sets the cookie to a value.
    func setting(_ value: String) -> HTTPField { field(value, lifetime: Self.lifetime) }

    /// The `Set-Cookie` header field that deletes the cookie.
    var clearing: HTTPField { field("", lifetime: 0) }

    private func field(_ value: String, lifetime: Int) -> HTTPField {
        let attributes = ["Path=/", "Max-Age=\(lifetime)", "HttpOnly", "SameSite=Lax"]
        let parts = ["\(name)=\(value)"] + attributes + (isSecure ? ["Secure"] : [])
        return HTTPField(name: .setCookie, value: parts.joined(separator: "; "))
    }

    /// Returns the value of the cookie in a request, or `nil` if it is missing.
    func value(in request: Request) -> String? {
        for field in request.headers[values: .cookie] {
            for pair in field.utf8.split(separator: UInt8(ascii: ";")) {
                let pair = pair.drop { $0 == UInt8(ascii: " ") }
                if pair.starts(with: prefix.utf8) {
                    return String(Substring(pair.dropFirst(prefix.utf8.count)))
                }
            }
        }
        return nil
    }
}

/// The settings of a browser, which are stored in cookies.
struct Preferences {
    private let themeCookie: Cookie
    private let shortcutsCookie: Cookie

    /// Creates the preferences that browsers store in the cookies of a server with the given
    /// settings.
    init(of settings: ServerSettings) {
        themeCookie = .theme(of: settings)
        shortcutsCookie = .shortcuts(of: settings)
    }

    /// Returns the colour theme that the browser's cookie selects, or ``Theme/device`` by default.
    func theme(of request: Request) -> Theme {
        themeCookie.value(in: request).flatMap { Theme(rawValue: $0) } ?? .device
    }

    /// Returns whether keyboard shortcuts are turned on, which is the default.
    func hasShortcuts(_ request: Request) -> Bool {
        shortcutsCookie.value(in: request) != "off"
    }

    /// Returns the `Set-Cookie` fields that store both settings.
    func cookies(theme: Theme, hasShortcuts: Bool) -> [HTTPField] {
        [
            themeCookie.setting(theme.rawValue),
            shortcutsCookie.setting(hasShortcuts ? "on" : "off"),
        ]
    }
}

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
