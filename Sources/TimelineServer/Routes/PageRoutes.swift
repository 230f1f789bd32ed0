#if Server
import Hummingbird
import TimelineCore
import TimelinePages

/// Adds the routes for pages.
struct PageRoutes {
    /// The parts that all routes share.
    let site: Site
    /// The router of the server.
    let router: Router<ServerContext>

    /// Adds a page that guests may open.
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
