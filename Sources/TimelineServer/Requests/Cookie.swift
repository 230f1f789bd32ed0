#if Server
import HTTPTypes
import Hummingbird

/// A cookie of this server: never readable by scripts, never sent with requests from other sites.
///
/// Under TLS, the prefix `__Host-` makes browsers reject cookies that another host or an
/// unencrypted page has set (RFC 6265bis, section 4.1.3.2). On plain HTTP they would drop such a
/// cookie; there, the port in the name separates the servers of one machine.
struct Cookie {
    /// The name.
    let name: String
    private let isSecure: Bool
    /// The start of the pair in requests.
    private let prefix: String

    /// The longest time in seconds that browsers keep a cookie: 400 days (RFC 6265bis, section 5.5).
    ///
    /// A session that is not used ends earlier.
    private static let lifetime = 400 * 24 * 60 * 60

    /// The cookie with the token of a session.
    static func session(of settings: ServerSettings) -> Cookie { Cookie("timeline", settings) }

    /// The cookie with the secret of a guest's forms.
    static func forms(of settings: ServerSettings) -> Cookie { Cookie("timeline-forms", settings) }

    /// The cookie with the colours of the pages.
    static func theme(of settings: ServerSettings) -> Cookie { Cookie("timeline-theme", settings) }

    /// The cookie that turns keyboard shortcuts off.
    static func shortcuts(of settings: ServerSettings) -> Cookie {
        Cookie("timeline-shortcuts", settings)
    }

    private init(_ name: String, _ settings: ServerSettings) {
        isSecure = settings.tls != nil
        self.name = isSecure ? "__Host-\(name)" : "\(name)-\(settings.port)"
        prefix = "\(self.name)="
    }

    /// The field `Set-Cookie` that sets the cookie.
    func setting(_ value: String) -> HTTPField { field(value, lifetime: Self.lifetime) }

    /// The field `Set-Cookie` that deletes the cookie.
    var clearing: HTTPField { field("", lifetime: 0) }

    private func field(_ value: String, lifetime: Int) -> HTTPField {
        let attributes = ["Path=/", "Max-Age=\(lifetime)", "HttpOnly", "SameSite=Lax"]
        let parts = ["\(name)=\(value)"] + attributes + (isSecure ? ["Secure"] : [])
        return HTTPField(name: .setCookie, value: parts.joined(separator: "; "))
    }

    /// The cookie's value in a request; `nil` if it is missing.
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
#endif
