import HTTPTypes
import Hummingbird

/// Rejects requests for other hosts, to prevent DNS rebinding.
///
/// In such an attack, another site points its own name to this machine's address, so that its pages
/// can read this server.
struct HostMiddleware: RouterMiddleware {
    /// The host names that belong to the server.
    let names: HostNames

    func handle(
        _ request: Request,
        context: ServerContext,
        next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        guard let authority = request.head.authority, names.contains(authority) else {
            throw RequestError.wrongHost
        }
        return try await next(request, context)
    }
}
