import HTTPTypes
import Hummingbird

/// Rejects requests that could change something and come from a page of another origin.
///
/// Browsers send the relation between the two sites in `Sec-Fetch-Site`. Older browsers send only
/// the origin of the page. Other programs send neither, but they do not have a visitor's cookies.
struct OriginMiddleware: RouterMiddleware {
    /// The scheme of the server's URLs.
    let scheme: String

    func handle(
        _ request: Request,
        context: ServerContext,
        next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        guard isSafe(request) || isSameOrigin(request) else { throw RequestError.forged }
        return try await next(request, context)
    }

    /// Returns whether the method of the request cannot change anything.
    private func isSafe(_ request: Request) -> Bool {
        request.method == .get || request.method == .head
    }

    private func isSameOrigin(_ request: Request) -> Bool {
        if let site = request.headers[named: "Sec-Fetch-Site"] {
            return site == "same-origin" || site == "none"
        }
        guard let origin = request.headers[.origin] else { return true }
        return origin == "\(scheme)://\(request.head.authority ?? "")"
    }
}
