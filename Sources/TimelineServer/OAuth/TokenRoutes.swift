import Foundation
import HTTPTypes
import Hummingbird
import TimelineCore
import TimelinePages

/// The endpoints with which apps register and receive tokens.
struct TokenRoutes {
    /// The helper that adds routes of client APIs.
    let api: APIRoutes

    /// Adds the routes to the router.
    func add() {
        api.post("api/v1/apps", .anyone, Self.register)
        api.get("api/v1/apps/verify_credentials", .anyone, Self.verify)
        api.post("oauth/token", .anyone, Self.token)
        api.post("oauth/revoke", .anyone, Self.revoke)
        api.get(".well-known/oauth-authorization-server", .anyone, Self.metadata)
    }

    @Sendable
    private static func register(_ call: APICall) async throws -> Response {
        let parameters = call.parameters
        var registration = AppRegistration(
            name: parameters["client_name"] ?? "",
            website: parameters["website"]
                .flatMap { website in
                    WebAddress.accepts(website) && !website.containsControls ? website : nil
                },
            redirectURIs: parameters.all("redirect_uris")
                .flatMap { $0.split(whereSeparator: \.isWhitespace) }.map(String.init)
        )
        if let scopes = parameters["scopes"] ?? parameters["scope"] {
            registration.scopes = try AppScopes(parsing: scopes)
        }
        let (app, secret) = try await call.site.registrations.attempt(from: call.context.address) {
            try await call.site.guest.register(registration)
        }
        return Response { json in
            json.field("id", app.id)
            json.app(app)
            json.field("client_id", app.id)
            json.field("client_secret", secret)
            json.field("client_secret_expires_at", 0)
        }
    }

    @Sendable
    private static func verify(_ call: APICall) async throws -> Response {
        let token = try APIToken(of: call.request)
        if let id = token.text?.prefix(while: { $0 != "." }),
            let app = try await call.site.guest.app(String(id)), app.guestToken == token.text
        {
            return Response { $0.app(app) }
        }
        guard let secret = token.session else { throw TimelineError.notLoggedIn }
        let session = try await call.site.guest.appSession(for: secret, requiring: nil)
        let (name, app) = try await session.app()
        if let app { return Response { $0.app(app) } }
        return Response { json in
            json.field("name", name)
            json.null("website")
            json.emptyArray("scopes")
            json.emptyArray("redirect_uris")
        }
    }

    @Sendable
    private static func token(_ call: APICall) async throws -> Response {
        let app = try await app(of: call)
        let parameters = call.parameters
        let scopes: AppScopes
        let token: String
        switch parameters["grant_type"] {
        case "authorization_code":
            let (secret, grant) = try await exchange(call, for: app)
            (token, scopes) = (secret.urlText, grant.scopes)
        case "password":
            scopes = try self.scopes(parameters, of: app)
            token = try await logIn(call, to: app, scopes: scopes).urlText
        case "client_credentials":
            scopes = try self.scopes(parameters, of: app)
            token = app.guestToken
        case nil: throw OAuthError.invalidRequest
        default: throw OAuthError.unsupportedGrant
        }
        var response = Response { json in
            json.field("access_token", token)
            json.field("token_type", "Bearer")
            json.field("scope", scopes.text)
            json.field("created_at", Int(call.now.timeIntervalSince1970))
        }
        response.headers[.cacheControl] = "no-store"
        return response
    }

    /// Logs a user in with the email and password of a call.
    ///
    /// - Throws: ``OAuthError/unsupportedGrant`` where passwords are not accepted, or any error of
    ///   a login.
    static func logIn(
        _ call: APICall,
        to app: RegisteredApp,
        scopes: AppScopes
    ) async throws -> Session.Token {
        guard offersPasswords(to: call) else { throw OAuthError.unsupportedGrant }
        let parameters = call.parameters
        return try await call.site.throttle.attempt(from: call.context.address) {
            try await call.site.guest.logIn(
                email: parameters["username"] ?? "",
                password: Password(parameters["password"] ?? ""),
                to: app,
                scopes: scopes
            )
        }
    }

    /// Exchanges a code for a token, once.
    static func exchange(
        _ call: APICall,
        for app: RegisteredApp
    ) async throws -> (Session.Token, AuthorizationGrant) {
        let parameters = call.parameters
        guard let code = parameters["code"] else { throw OAuthError.invalidRequest }
        let exchange = CodeExchange(
            code: code,
            redirectURI: parameters["redirect_uri"],
            verifier: parameters["code_verifier"]
        )
        guard let exchanged = try await call.site.guest.exchange(exchange, for: app) else {
            throw OAuthError.invalidCode
        }
        return exchanged
    }

    /// Returns the app that a call proves to be, by its ID and its secret.
    ///
    /// Both are parameters, or the user and the password of the header field `Authorization`.
    static func app(of call: APICall) async throws -> RegisteredApp {
        let (id, secret) = credentials(of: call)
        guard let id, let secret, let app = try await call.site.guest.app(id), app.hasSecret(secret)
        else { throw OAuthError.unknownApp }
        return app
    }

    /// Returns the app that a call names, without a proof.
    static func publicApp(of call: APICall) async throws -> RegisteredApp {
        guard let id = credentials(of: call).id, let app = try await call.site.guest.app(id) else {
            throw OAuthError.unknownApp
        }
        return app
    }

    private static func credentials(of call: APICall) -> (id: String?, secret: String?) {
        var (id, secret) = (call.parameters["client_id"], call.parameters["client_secret"])
        if id == nil, let field = call.request.headers[.authorization],
            field.lowercased().hasPrefix("basic "),
            let data = Data(base64Encoded: field.dropFirst(6).trimmingCharacters(in: .whitespaces)),
            let text = String(validating: data, as: UTF8.self)
        {
            let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
            (id, secret) = (parts.first, parts.count == 2 ? parts[1] : nil)
        }
        return (id, secret)
    }

    private static func scopes(
        _ parameters: APIParameters,
        of app: RegisteredApp
    ) throws -> AppScopes {
        let text = parameters["scope"]
        let scopes = try text.map { try AppScopes(parsing: $0) } ?? .usual
        guard app.scopes.include(scopes) else { throw TimelineError.invalidScope(scopes.text) }
        return scopes
    }

    /// Returns whether an app may send a user's password: not over a network that others could
    /// listen to, and never from a page of another site.
    private static func offersPasswords(to call: APICall) -> Bool {
        guard call.site.settings.protectsPasswords else { return false }
        guard let origin = call.request.headers[.origin] else { return true }
        return origin == call.base
    }

    @Sendable
    private static func revoke(_ call: APICall) async throws -> Response {
        let app: RegisteredApp
        do {
            app = try await self.app(of: call)
        } catch OAuthError.unknownApp {
            throw OAuthError.unauthorizedApp
        }
        if let token = call.parameters["token"].flatMap({ Session.Token(urlText: $0) }) {
            guard try await call.site.guest.revoke(token, by: app.id) else {
                throw OAuthError.unauthorizedApp
            }
        }
        return Response { _ in }
    }

    /// Describes the endpoints (RFC 8414).
    @Sendable
    private static func metadata(_ call: APICall) async throws -> Response {
        // The document is only for encrypted connections, and some clients refuse any other.
        guard call.site.settings.scheme == "https" else { throw RequestError.pageNotFound }
        let base = call.base
        var grants = ["authorization_code", "client_credentials"]
        if call.site.settings.protectsPasswords { grants.append("password") }
        return Response { json in
            json.field("issuer", base + "/")
            json.field("authorization_endpoint", base + "/oauth/authorize")
            json.field("token_endpoint", base + "/oauth/token")
            json.field("revocation_endpoint", base + "/oauth/revoke")
            json.field("app_registration_endpoint", base + "/api/v1/apps")
            json.array("scopes_supported", of: AppScopes.known.sorted()) { $0.value($1) }
            json.array("response_types_supported", of: ["code"]) { $0.value($1) }
            json.array("response_modes_supported", of: ["query"]) { $0.value($1) }
            json.array("grant_types_supported", of: grants) { $0.value($1) }
            json.array(
                "token_endpoint_auth_methods_supported",
                of: ["client_secret_basic", "client_secret_post"]
            ) { $0.value($1) }
            json.array("code_challenge_methods_supported", of: ["S256"]) { $0.value($1) }
        }
    }
}

extension JSONWriter {
    /// Writes the members that describe an app.
    fileprivate mutating func app(_ app: RegisteredApp) {
        field("name", app.name)
        field("website", app.website)
        field("redirect_uri", app.redirectURIs.joined(separator: "\n"))
        array("redirect_uris", of: app.redirectURIs) { $0.value($1) }
        array("scopes", of: app.scopes.names) { $0.value($1) }
        field("vapid_key", "")
    }
}
