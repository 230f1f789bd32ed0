import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import TimelineCore
import TimelinePages
import TimelineSync

/// A helper that adds routes for pages to the router.
struct PageRoutes {
    /// The parts that all routes share.
    let site: Site
    /// The router of the server.
    let router: Router<ServerContext>

    /// Adds the route for a page that guests may open.
    func guestPage(
        _ path: RouterPath,
        _ page: @escaping @Sendable (RequestScope) async throws -> HTML
    ) {
        router.get(path) { [site] request, context in
            Response(try await page(RequestScope(site: site, request: request, context: context)))
        }
    }

    /// Adds the route for a page that only logged-in users may open.
    func page(
        _ path: RouterPath,
        _ page: @escaping @Sendable (UserSession, RequestScope) async throws -> HTML
    ) {
        guestPage(path) { scope in
            try await page(scope.visitor.requireSession(), scope)
        }
    }
}
