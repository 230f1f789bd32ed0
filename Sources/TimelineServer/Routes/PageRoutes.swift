#if Server
import Hummingbird
import TimelineCore
import TimelinePages

/// Adds the routes of pages.
struct PageRoutes {
    /// The server.
    let site: Site
    /// The router of all routes.
    let router: Router<ServerContext>

    /// Adds a page for everyone.
    func guestPage(
        _ path: RouterPath,
        _ page: @escaping @Sendable (Visit) async throws -> HTML
    ) {
        router.get(path) { [site] request, context in
            Response(try await page(Visit(site: site, request: request, context: context)))
        }
    }

    /// Adds a page for logged-in users.
    func page(
        _ path: RouterPath,
        _ page: @escaping @Sendable (UserSession, Visit) async throws -> HTML
    ) {
        guestPage(path) { visit in
            try await page(visit.visitor.requireSession(), visit)
        }
    }
}
#endif
