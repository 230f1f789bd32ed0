#if Server
import Hummingbird

/// All routes of a server, behind its checks.
struct SiteRouter {
    /// The server.
    let site: Site
    /// The names under which it may be opened.
    let names: HostNames

    /// Builds the router.
    func router() -> Router<ServerContext> {
        let router = Router(context: ServerContext.self, options: [.autoGenerateHeadEndpoints])
        router.add(middleware: LogMiddleware())
        router.add(middleware: SecurityHeadersMiddleware())
        router.add(middleware: FailureMiddleware(site: site))
        router.add(middleware: HostMiddleware(names: names))
        router.add(middleware: OriginMiddleware(scheme: site.settings.scheme))
        router.add(middleware: SessionMiddleware(site: site))
        router.add(middleware: FailureMiddleware(site: site))
        PhotoRoutes(site: site).add(to: router)
        LiveRoutes(site: site).add(to: router)
        return router
    }
}
#endif
