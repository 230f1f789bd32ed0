import HTTPTypes
import Hummingbird
import Logging

/// Logs each request in one line, without its query, cookies and body, which may contain secrets.
struct LogMiddleware: RouterMiddleware {
    /// The maximum number of characters in a logged path.
    private static let pathLimit = 200

    func handle(
        _ request: Request,
        context: ServerContext,
        next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let clock = ContinuousClock()
        let start = clock.now
        let response = try await next(request, context)
        let time = start.duration(to: clock.now)
        context.logger.notice(
            "request",
            metadata: [
                "method": .string(request.method.rawValue),
                "path": .string(Self.printable(request.uri.path)),
                "status": .stringConvertible(response.status.code),
                "bytes": .stringConvertible(response.body.contentLength ?? 0),
                "ms": .stringConvertible((10 * (time / .milliseconds(1))).rounded() / 10),
                "address": .string(context.address ?? "-"),
            ]
        )
        return response
    }

    /// Returns the path without characters that could forge another log line.
    private static func printable(_ path: String) -> String {
        // Most paths need no changes.
        if path.utf8.count <= pathLimit, path.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) { return path }
        let scalars = path.unicodeScalars.prefix(pathLimit)
            .map { ("!"..."~").contains($0) ? $0 : "?" }
        return String(String.UnicodeScalarView(scalars))
    }
}
