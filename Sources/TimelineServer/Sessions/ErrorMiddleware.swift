import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import TimelineCore
import TimelinePages

/// Turns errors thrown by routes into responses: JSON for the script and for other programs, in the
/// form of their API, and a page for browsers.
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
            if let error = error as? TimelineError { site.metrics.countStoreError(error.code) }
            let request = "\(scope.request.method) \(scope.request.printablePath)"
            scope.context.logger.error("\(ServerText.failed(request)) \(error)")
        }
        var response: Response
        if let api = ClientAPI(path: scope.request.uri.path) {
            response = api.failure(failure, of: scope.request)
        } else if scope.request.prefersJSON {
            response = JSONResponse.failure(failure)
        } else {
            response = await ErrorPage(scope: scope).response(to: error, as: failure)
        }
        response.headers = response.headers.merging(failure.fields)
        return response
    }
}

/// Creates a browser's response to a failed request: an error page, or a redirect to the login
/// page.
struct ErrorPage {
    /// The request and its visitor.
    let scope: RequestScope

    /// Returns the page that reports the error, or the redirect if the visitor must log in.
    func response(to error: any Error, as failure: ErrorReport) async -> Response {
        let isReading = scope.request.method == .get || scope.request.method == .head
        if case TimelineError.notLoggedIn = error {
            let next = isReading ? scope.request.uri.string : nil
            return Redirect(to: PageLinks()(.logIn(next: next)).text).response()
        }
        // If the user cannot be read, the page is shown without their links.
        let viewer = try? await scope.visitor.session?.user()
        let pages = Pages(scope.context(viewer: viewer))
        return Response(pages.fault(Self.fault(for: error, as: failure)), status: failure.status)
    }

    private static func fault(for error: any Error, as failure: ErrorReport) -> PageError {
        switch error {
        case TimelineError.postNotFound, TimelineError.photoNotFound: .photoNotFound
        case TimelineError.userNotFound: .userNotFound
        case TimelineError.notYours, RequestError.signUpClosed: .notAllowed
        case RequestError.forged: .staleForm
        case _ where failure.status == .notFound: .notFound
        default: .failed(failure.message)
        }
    }
}
