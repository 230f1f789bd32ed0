import HTTPTypes
import Hummingbird
import TimelineCore
import TimelinePages

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
