import Foundation
import HTTPTypes
import Hummingbird
import TimelineCore

/// Identifies the visitor by their cookies.
///
/// Guests receive a cookie that contains the secret for their form tokens. The cookie of a session
/// that has ended is deleted.
struct SessionMiddleware: RouterMiddleware {
    /// The parts that all routes share.
    let site: Site

    func handle(
        _ request: Request,
        context: ServerContext,
        next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        // Apps receive no cookies, even where they find nothing.
        guard ClientAPI(path: request.uri.path) == nil else {
            return try await next(request, context)
        }
        var context = context
        let cookies = VisitorCookies(of: request, site)
        context.visitor = try await visitor(with: cookies)
        var response = try await next(request, context)
        guard context.visitor.session == nil else { return response }
        if cookies.secret == nil, let secret = context.visitor.formSecret {
            response.headers.append(site.cookies.forms.setting(secret.base64EncodedString()))
        }
        let setsCookie = response.headers[values: .setCookie]
            .contains { $0.hasPrefix("\(site.cookies.session.name)=") }
        // After a redirect, or when the script opens it, the login page needs the cookie to detect
        // that a session has ended.
        let leadsToLogin =
            response.status.kind == .redirection || response.status == .unauthorized
        if context.visitor.hasEndedSession, !setsCookie, !leadsToLogin {
            response.headers.append(site.cookies.session.clearing)
        }
        return response
    }

    private func visitor(with cookies: VisitorCookies) async throws -> Visitor {
        if let token = cookies.token {
            do {
                let session = try await site.guest.session(for: token)
                return Visitor(session: session, formSecret: token.bytes, hasEndedSession: false)
            } catch TimelineError.notLoggedIn {
                return guest(cookies)
            }
        }
        return guest(cookies)
    }

    private func guest(_ cookies: VisitorCookies) -> Visitor {
        let fresh = { Data(site.environment.randomBytes(FormToken.secretLength)) }
        return Visitor(
            session: nil,
            formSecret: cookies.secret ?? fresh(),
            hasEndedSession: cookies.token != nil
        )
    }
}

/// The cookies in a request that identify the visitor.
private struct VisitorCookies {
    /// The token of a session, which may have ended.
    let token: Session.Token?
    /// The secret for a guest's form tokens.
    let secret: Data?

    init(of request: Request, _ site: Site) {
        token = site.cookies.session.value(in: request).flatMap { Session.Token($0) }
        let secret = site.cookies.forms.value(in: request).flatMap { Data(base64Encoded: $0) }
        self.secret = secret.flatMap { $0.count == FormToken.secretLength ? $0 : nil }
    }
}

/// The label of a session in the list of sessions, such as "Firefox on Linux".
struct SessionLabel {
    /// The label, in which an unknown program is called "A browser".
    let text: String

    /// Strings in `User-Agent` that identify browsers, with the names of these browsers.
    ///
    /// The first match is used, because most browsers also mention others for compatibility.
    private static let browsers = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"),
        ("Safari/", "Safari"), ("curl/", "curl"),
    ]
    private static let systems = [
        ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"),
        ("Macintosh", "Mac"), ("Linux", "Linux"),
    ]

    /// Creates a label from the `User-Agent` header field.
    init(_ userAgent: String?) {
        let agent = userAgent ?? ""
        let browser = Self.name(Self.browsers, in: agent) ?? SessionText.browser
        let system = Self.name(Self.systems, in: agent)
        text = system.map { SessionText.label(browser: browser, system: $0) } ?? browser
    }

    private static func name(_ marks: [(String, String)], in agent: String) -> String? {
        marks.first { agent.contains($0.0) }?.1
    }
}
