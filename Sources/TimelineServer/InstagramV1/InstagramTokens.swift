import Hummingbird
import TimelineCore

/// The endpoint of the Instagram API that gives apps their tokens.
struct InstagramTokens {
    /// The helper that adds routes of client APIs.
    let api: APIRoutes

    /// Adds the route to the router.
    func add() { api.post("oauth/access_token", .anyone, Self.token) }

    /// Exchanges a code or a password for a token, which is answered without an envelope.
    @Sendable
    private static func token(_ call: APICall) async throws -> Response {
        let app = try await TokenRoutes.app(of: call)
        let token: Session.Token
        switch call.parameters["grant_type"] {
        case "authorization_code": token = try await TokenRoutes.exchange(call, for: app).0
        case "password":
            let text = call.parameters["scope"]
            guard let scopes = InstagramScopes.scopes(text), app.scopes.include(scopes) else {
                throw TimelineError.invalidScope(text ?? "")
            }
            token = try await TokenRoutes.logIn(call, to: app, scopes: scopes)
        default: throw OAuthError.unsupportedGrant
        }
        let session = try await call.site.guest.appSession(for: token, requiring: nil)
        let user = try await session.user()
        let links = MediaLinks(
            base: call.base,
            session: token.sessionID,
            secret: try await call.site.secret()
        )
        let writer = InstagramWriter(base: call.base, links: links)
        return Response { json in
            json.field("access_token", token.urlText)
            json.name("user")
            writer.account(user, into: &json)
        }
    }
}
