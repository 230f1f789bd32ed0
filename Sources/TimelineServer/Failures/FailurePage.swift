import HTTPTypes
import Hummingbird
import TimelineCore
import TimelinePages

/// Creates a browser's response to a failed request: an error page, or a redirect to the login
/// page.
struct FailurePage {
    /// The request and its visitor.
    let visit: Visit

    /// Returns the page that reports the error, or the redirect if the visitor must log in.
    func response(to error: any Error, as failure: Failure) async -> Response {
        let isReading = visit.request.method == .get || visit.request.method == .head
        if case TimelineError.notLoggedIn = error {
            let next = isReading ? visit.request.uri.string : nil
            return Redirect(to: PageLinks()(.logIn(next: next)).text).response()
        }
        // If the user cannot be read, the page is shown without their links.
        let viewer = try? await visit.visitor.session?.user()
        let pages = Pages(visit.context(viewer: viewer))
        return Response(pages.fault(Self.fault(for: error, as: failure)), status: failure.status)
    }

    private static func fault(for error: any Error, as failure: Failure) -> PageFault {
        switch error {
        case TimelineError.postNotFound, TimelineError.photoNotFound: .photoNotFound
        case TimelineError.userNotFound: .userNotFound
        case TimelineError.notYours, RequestFault.signUpClosed: .notAllowed
        case RequestFault.forged: .staleForm
        case _ where failure.status == .notFound: .notFound
        default: .failed(failure.message)
        }
    }
}
