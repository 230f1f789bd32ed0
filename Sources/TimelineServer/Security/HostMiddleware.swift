#if Server
import HTTPTypes
import Hummingbird

/// Rejects requests for another host, so that a page of another site cannot read this server
/// after its name was pointed to this machine's address (DNS rebinding).
struct HostMiddleware: RouterMiddleware {
    /// The names that belong to the server.
    let names: HostNames

    func handle(
        _ request: Request,
        context: ServerContext,
        next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        guard let authority = request.head.authority, names.contains(authority) else {
            throw RequestFault.wrongHost
        }
        return try await next(request, context)
    }
}
#endif
