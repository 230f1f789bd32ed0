import Hummingbird

/// Builds the router of a server, with all routes and the middleware that precedes them.
struct SiteRouter {
    /// The parts that all routes share.
    let site: Site
    /// The host names under which the server may be opened.
    let names: HostNames

    /// Builds the router.
    func router() -> Router<ServerContext> {
        let router = Router(context: ServerContext.self, options: [.autoGenerateHeadEndpoints])
        router.add(middleware: LogMiddleware())
        router.add(middleware: SecurityHeadersMiddleware())
        router.add(middleware: ErrorMiddleware(site: site))
        router.add(middleware: HostMiddleware(names: names))
        router.add(middleware: OriginMiddleware(scheme: site.settings.scheme))
        AssetRoutes(site: site, router: router).add()
        RenditionRoutes(site: site).add(to: router)
        HomeRoute(site: site).add(to: router)
        SyncRoutes(site: site).add(to: router)
        router.add(middleware: SessionMiddleware(site: site))
        router.add(middleware: ErrorMiddleware(site: site))
        let pages = PageRoutes(site: site, router: router)
        let forms = FormRoutes(site: site, router: router)
        AccountRoutes(site: site, pages: pages, forms: forms).add()
        FeedRoutes(pages: pages).add()
        ActivityRoute(pages: pages).add()
        PostRoutes(pages: pages, forms: forms).add()
        CommentRoutes(site: site, pages: pages, forms: forms).add()
        NewPostRoutes(site: site, pages: pages, forms: forms).add()
        PeopleRoutes(pages: pages, forms: forms).add()
        SettingsRoutes(site: site, pages: pages, forms: forms).add()
        InvitationRoutes(site: site, pages: pages, forms: forms).add()
        TransferRoutes(site: site).add(pages, forms)
        PhotoRoutes().add(to: router)
        LiveRoutes(site: site).add(to: router)
        return router
    }
}
