import Foundation
import Hummingbird
import TimelineCore
import TimelinePages

/// The route for the home timeline, `/`.
///
/// The session and everything on the page are read in one snapshot. The router must add this route
/// before the middleware that opens sessions.
struct HomeRoute {
    /// The parts that all routes share.
    let site: Site

    /// The maximum number of posts on a page.
    static let limit = 20

    /// Adds the route to the router.
    func add(to router: some RouterMethods<ServerContext>) {
        router.get("") { request, context in
            guard let token = site.cookies.session.value(in: request).flatMap({ Session.Token($0) })
            else { throw TimelineError.notLoggedIn }
            do {
                return try await response(to: request, in: context, token: token)
            } catch TimelineError.notLoggedIn {
                throw TimelineError.notLoggedIn
            } catch {
                // The error page contains the user's links, so it needs the session.
                let session = try await site.guest.session(for: token)
                let scope = scope(request, in: context, of: session, token: token)
                return await ErrorMiddleware(site: site).response(to: error, in: scope)
            }
        }
    }

    /// Returns the page and marks its posts as read.
    private func response(
        to request: Request,
        in context: ServerContext,
        token: Session.Token
    ) async throws -> Response {
        let cursor = try RequestScope(site: site, request: request, context: context).cursor()
        let (session, home) = try await site.guest.home(
            for: token,
            before: cursor,
            limit: Self.limit
        )
        let scope = scope(request, in: context, of: session, token: token)
        let pages = scope.pages(for: home.viewer, unreadActivities: home.newActivityCount)
        let html = pages.home(
            home.page,
            comments: home.comments,
            bookmarked: home.bookmarked,
            position: home.position,
            postCount: home.postCount
        )
        let isRecorded = home.page.epoch.map {
            home.position.showing(home.page, at: $0) == home.position
        }
        if isRecorded != true { try await session.markShown(home.page) }
        return Response(html)
    }

    private func scope(
        _ request: Request,
        in context: ServerContext,
        of session: UserSession,
        token: Session.Token
    ) -> RequestScope {
        var context = context
        context.visitor = Visitor(
            session: session,
            formSecret: token.bytes,
            hasEndedSession: false
        )
        return RequestScope(site: site, request: request, context: context)
    }
}
