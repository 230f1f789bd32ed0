import Hummingbird

/// Counts each request.
struct MetricsMiddleware: RouterMiddleware {
    /// The numbers of the server.
    let metrics: ServerMetrics

    func handle(
        _ request: Request,
        context: ServerContext,
        next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        metrics.beginRequest()
        defer { metrics.endRequest() }
        let response = try await next(request, context)
        metrics.count(
            RouteGroup(path: request.uri.path),
            status: Int(response.status.code),
            seconds: start.duration(to: .now) / .seconds(1)
        )
        return response
    }
}
