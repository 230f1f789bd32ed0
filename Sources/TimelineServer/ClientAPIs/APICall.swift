import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import TimelineCore
import TimelinePages

/// A call of one of the client APIs, with the principal on whose behalf it acts.
struct APICall: Sendable {
    /// The parts that all routes share.
    let site: Site
    /// The request, whose body has been read.
    let request: Request
    /// The state of the request.
    let context: ServerContext
    /// The parameters.
    let parameters: APIParameters
    /// The session of the app, or `nil` for a guest.
    var session: UserSession?
    /// The secret token of the app, or `nil` for a guest.
    let token: Session.Token?

    /// The time at which the call is answered.
    var now: Date { site.environment.now() }

    /// The address of this server without a slash at its end, such as `https://photos.example`.
    var base: String { site.base(of: request) }

    /// Returns the session of the app.
    ///
    /// - Throws: `TimelineError.notLoggedIn` for a guest.
    func user() throws(TimelineError) -> UserSession {
        guard let session else { throw .notLoggedIn }
        return session
    }

    /// Returns the decoded value of a parameter in the path.
    func path(_ name: String) -> String {
        let text = context.parameters.get(name) ?? ""
        return text.removingPercentEncoding ?? text
    }

    /// Returns the ID of the post in the path.
    ///
    /// - Throws: `TimelineError.postNotFound`.
    func post(_ name: String = "id") throws(TimelineError) -> Post.ID {
        guard let id = Post.ID(path(name)) else { throw .postNotFound(path(name)) }
        return id
    }

    /// Returns the ID of the user in the path.
    ///
    /// - Throws: `TimelineError.userNotFound`.
    func userID(_ name: String = "id") throws(TimelineError) -> User.ID {
        guard let id = User.ID(path(name)) else { throw .userNotFound(path(name)) }
        return id
    }
}

/// Who may make a call.
enum APIAccess: Hashable, Sendable {
    /// Anyone, without a token.
    case anyone
    /// A user whose app has the scope, and also guests if the server is public.
    case reader(String)
    /// A user whose app has the scope.
    case user(String)
}

/// Adds the routes of the client APIs to the router.
///
/// Each route states along with its path who may make a call, and which scope that needs. The
/// engine checks the scope again in the transaction of each call.
struct APIRoutes {
    /// The parts that all routes share.
    let site: Site
    /// The router of the server.
    let router: Router<ServerContext>

    /// The function that answers a call.
    typealias Handler = @Sendable (APICall) async throws -> Response

    /// Adds a route for reading.
    func get(_ path: String, _ access: APIAccess, _ handler: @escaping Handler) {
        on(.get, path, access, handler)
    }

    /// Adds a route for a change.
    func post(
        _ path: String,
        _ access: APIAccess,
        limits: FormLimits = .usual,
        _ handler: @escaping Handler
    ) {
        on(.post, path, access, limits: limits, handler)
    }

    /// Adds a route.
    func on(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ access: APIAccess,
        limits: FormLimits = .usual,
        _ handler: @escaping Handler
    ) {
        router.on(RouterPath(path), method: method) { [site] request, context in
            // The body of a request without the right token is never read.
            // Where anyone may call, the field may contain the ID and secret of an app.
            let token = access == .anyone ? APIToken(nil) : try APIToken(of: request)
            let session = try await token.session(at: site, access)
            let parameters = try await APIParameters(of: request, site.forms, limits: limits)
            return try await handler(
                APICall(
                    site: site,
                    request: request,
                    context: context,
                    parameters: parameters,
                    session: session,
                    token: session == nil ? nil : token.session
                )
            )
        }
    }
}

/// The token in the header of a request (RFC 6750, section 2.1).
///
/// A cookie or a token anywhere else does not count, except in the Instagram API.
struct APIToken: Hashable {
    /// The token, or `nil` if the request has none.
    let text: String?

    /// Creates a token from its text.
    init(_ text: String?) { self.text = text }

    /// Reads the token of a request.
    ///
    /// - Throws: `TimelineError.notLoggedIn` if the header has another form.
    init(of request: Request) throws(TimelineError) {
        guard let field = request.headers[.authorization] else {
            self.init(nil)
            return
        }
        let parts = field.split(separator: " ")
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { throw .notLoggedIn }
        self.init(String(parts[1]))
    }

    /// The token of a session, or `nil` if it is not one.
    var session: Session.Token? { text.flatMap { Session.Token(urlText: $0) } }

    /// Opens the session of the token, or returns `nil` for a guest.
    ///
    /// - Throws: `TimelineError.notLoggedIn` if the token is not valid, or if there is none and
    ///   guests may not make the call; `TimelineError.scopeMissing`.
    func session(at site: Site, _ access: APIAccess) async throws -> UserSession? {
        let scope: String
        switch access {
        case .anyone: return nil
        case .reader(let name), .user(let name): scope = name
        }
        if let session {
            return try await site.guest.appSession(for: session, requiring: scope)
        }
        guard case .reader = access, site.settings.isPublic else {
            throw TimelineError.notLoggedIn
        }
        guard let text else { return nil }
        guard try await isGuest(text, at: site) else { throw TimelineError.notLoggedIn }
        return nil
    }

    /// Returns whether the token is that of an app without a user.
    private func isGuest(_ text: String, at site: Site) async throws -> Bool {
        let id = text.prefix { $0 != "." }
        let app = try await site.guest.app(String(id))
        return app?.guestToken == text
    }
}
