import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import TimelineCore

/// Treats calls of the client APIs as such: pages of any origin may make them, and their number is
/// limited.
///
/// The router must add it before the middleware for errors, so that errors also receive its fields.
/// It leaves the pages alone.
struct ClientAPIMiddleware: RouterMiddleware {
    /// The parts that all routes share.
    let site: Site

    /// The fields that let pages of other origins read the responses.
    ///
    /// Without `Access-Control-Allow-Credentials`, browsers send no cookies.
    private static let fields: HTTPFields = {
        var fields = HTTPFields()
        fields[.accessControlAllowOrigin] = "*"
        fields[.accessControlExposeHeaders] =
            "Link, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After"
        fields[.crossOriginResourcePolicy] = "cross-origin"
        fields[.contentSecurityPolicy] = "default-src 'none'; frame-ancestors 'none'"
        fields[named: "Referrer-Policy"] = "no-referrer"
        return fields
    }()

    private static let preflight: HTTPFields = {
        var fields = HTTPFields()
        fields[.accessControlAllowMethods] = "GET, POST, PUT, PATCH, DELETE, OPTIONS"
        fields[.accessControlAllowHeaders] = "Authorization, Content-Type, Idempotency-Key"
        fields[.accessControlMaxAge] = "86400"
        return fields
    }()

    func handle(
        _ request: Request,
        context: ServerContext,
        next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        guard let api = ClientAPI(path: request.uri.path) else {
            return try await next(request, context)
        }
        var response: Response
        if request.method == .options {
            response = try await next(request, context)
            // The other middleware has accepted the host; no route answers this method.
            if response.status == .notFound {
                response = Response(status: .noContent, headers: Self.preflight)
            }
        } else {
            let use = site.rates.use(of: request, api, from: context.address)
            response =
                use.isAllowed
                ? try await next(request, context)
                : api.failure(
                    ErrorReport(RequestError.tooManyCalls, at: site.environment.now()),
                    of: request
                )
            // Clients of Reddit expect fields of their own.
            if api != .reddit { response.headers = response.headers.merging(use.fields) }
        }
        response.headers = response.headers.merging(Self.fields)
        return response
    }
}
