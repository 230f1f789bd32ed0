import HTTPTypes
import Hummingbird

/// Adds security header fields to every response, unless the response already sets them.
struct SecurityHeadersMiddleware: RouterMiddleware {
    /// The content security policy of pages, which may load resources from this server only.
    static let contentPolicy = """
        default-src 'none'; img-src 'self' data: blob:; style-src 'self'; script-src 'self'; font-src 'self'; \
        connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; \
        frame-ancestors 'none'
        """

    private static let fields: HTTPFields = {
        var fields = HTTPFields()
        fields[.contentSecurityPolicy] = contentPolicy
        fields[.xContentTypeOptions] = "nosniff"
        fields[.crossOriginResourcePolicy] = "same-origin"
        fields[.cacheControl] = "private, no-cache"
        fields[named: "Cross-Origin-Opener-Policy"] = "same-origin"
        fields[named: "Permissions-Policy"] = "camera=(), geolocation=(self), microphone=()"
        fields[named: "Referrer-Policy"] = "same-origin"
        return fields
    }()

    func handle(
        _ request: Request,
        context: ServerContext,
        next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        response.headers = response.headers.merging(Self.fields)
        return response
    }
}
