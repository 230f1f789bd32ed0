#if Server
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOHTTP1
import TimelineCore

/// Reports the errors of routes: as JSON to the script and to programs, as a page to visitors.
struct FailureMiddleware: RouterMiddleware {
    /// The server.
    let site: Site

    func handle(
        _ request: Request,
        context: ServerContext,
        next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPParserError {
            // Hummingbird answers it and closes the connection.
            throw error
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            return await response(
                to: error,
                Visit(site: site, request: request, context: context)
            )
        }
    }

    /// Reports an error to the visitor, and an unexpected one to the log.
    func response(to error: any Error, _ visit: Visit) async -> Response {
        let failure = Failure(error, at: site.environment.now())
        if failure.status.kind == .serverError {
            visit.context.logger.error("failure", metadata: ["error": .string("\(error)")])
        }
        var response =
            visit.request.prefersJSON
            ? JSONResponse.failure(failure)
            : await FailurePage(visit: visit).response(to: error, failure)
        response.headers = response.headers.merging(failure.fields)
        return response
    }
}
#endif
