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
            let failure = Failure(error, at: site.environment.now())
            if failure.status.kind == .serverError {
                context.logger.error("failure", metadata: ["error": .string("\(error)")])
            }
            return await response(to: error, failure, request, context)
        }
    }

    private func response(
        to error: any Error,
        _ failure: Failure,
        _ request: Request,
        _ context: ServerContext
    ) async -> Response {
        let visit = Visit(site: site, request: request, context: context)
        var response =
            request.prefersJSON
            ? JSONResponse.failure(failure)
            : await FailurePage(visit: visit).response(to: error, failure)
        response.headers = response.headers.merging(failure.fields)
        return response
    }
}
#endif
