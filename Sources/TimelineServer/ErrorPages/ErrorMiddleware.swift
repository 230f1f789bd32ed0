import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOHTTP1
import TimelineCore

/// Turns errors thrown by routes into responses: JSON for the script and for other programs, a page
/// for browsers.
struct ErrorMiddleware: RouterMiddleware {
    /// The parts that all routes share.
    let site: Site

    func handle(
        _ request: Request,
        context: ServerContext,
        next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPParserError {
            // Hummingbird responds to this error itself and closes the connection.
            throw error
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            return await response(
                to: error,
                in: RequestScope(site: site, request: request, context: context)
            )
        }
    }

    /// Returns the response that reports an error.
    ///
    /// Errors of the server itself are also logged.
    func response(to error: any Error, in scope: RequestScope) async -> Response {
        let failure = ErrorReport(error, at: site.environment.now())
        if failure.status.kind == .serverError {
            scope.context.logger.error("failure", metadata: ["error": .string("\(error)")])
        }
        var response =
            scope.request.prefersJSON
            ? JSONResponse.failure(failure)
            : await ErrorPage(scope: scope).response(to: error, as: failure)
        response.headers = response.headers.merging(failure.fields)
        return response
    }
}
