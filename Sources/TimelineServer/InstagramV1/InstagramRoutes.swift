import HTTPTypes
import Hummingbird
import TimelineCore

/// Adds the routes of the Instagram API to the router.
///
/// It differs from ``APIRoutes`` in the place of tokens: they are parameters of the address or of
/// the form, or in the header. Instead of one, guests of a public server name an app.
struct InstagramRoutes {
    /// The helper that adds routes of client APIs.
    let api: APIRoutes

    /// The parameter with the ID of a guest's app.
    private static let app = "client_id"

    /// Adds a route for reading.
    func get(_ path: String, _ access: APIAccess, _ handler: @escaping APIRoutes.Handler) {
        on(.get, path, { _ in access }, handler)
    }

    /// Adds a route for a change, for which the user's app needs a scope.
    func on(
        _ method: HTTPRequest.Method,
        _ path: String,
        requiring scope: String,
        _ handler: @escaping APIRoutes.Handler
    ) {
        on(method, path, { _ in .user(scope) }, handler)
    }

    /// Adds a route whose access depends on the parameters.
    func on(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ access: @escaping @Sendable (APIParameters) -> APIAccess,
        _ handler: @escaping APIRoutes.Handler
    ) {
        for path in [path, Self.formatted(path)] {
            api.router.on(RouterPath(path), method: method) { [site = api.site] request, context in
                // The token of a change may be in the body.
                let parameters = try await APIParameters(of: request, site.forms)
                let token =
                    try parameters[ClientAPI.tokenParameter].map { APIToken($0) }
                    ?? APIToken(of: request)
                let session = try await token.session(at: site, access(parameters))
                // Apps of that time have an ID that this server does not know.
                if token.text == nil, parameters[Self.app] == nil {
                    throw TimelineError.notLoggedIn
                }
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

    /// Returns the path that ends with ".json".
    ///
    /// The router ignores a slash at the end, so a path needs no third form.
    private static func formatted(_ path: String) -> String {
        let parts = path.split(separator: "/")
        guard let last = parts.last, last.hasPrefix(":") else { return path + ".json" }
        return (parts.dropLast().map(String.init) + ["{\(last.dropFirst())}.json"])
            .joined(separator: "/")
    }
}
