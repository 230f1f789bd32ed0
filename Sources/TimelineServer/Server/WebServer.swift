package import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
package import TimelineCore
package import TimelineMedia
import TimelineSync
import UnixSignals

/// A server that shows a store in browsers.
///
/// ```swift
/// let server = WebServer(
///     owner: owner, renditions: cache, uploads: folder, incoming: incoming, settings: settings,
///     probe: probe
/// )
/// try await server.run { url in show("Timeline is at \(url).") }
/// ```
package struct WebServer: Sendable {
    var site: Site
    var logger: Logger
    private let machine: String?
    /// The maximum number of open connections.
    ///
    /// Additional clients wait until a connection closes.
    var connectionLimit = OpenFileLimit.connections(of: OpenFileLimit.current)
    /// Waits for an hour, after which unused uploads are removed again.
    var hour: @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(3600)) }

    /// The maximum time that open requests have to finish when the server stops.
    private static let shutdownTime = Duration.seconds(20)

    /// Creates a server that logs problems to standard error.
    ///
    /// - Parameters:
    ///   - owner: The store.
    ///   - renditions: The renditions of the store's photos.
    ///   - uploads: A folder for files that are being uploaded, on the same disk as the store.
    ///   - incoming: The folder for pictures that syncs have received in part; see `StoreSync`.
    ///   - settings: The address to listen on, and the permitted access.
    ///   - probe: What the server asks the store about the store itself.
    ///   - machine: The name of this machine on the local network, or `nil` if it is unknown.
    ///   - logsRequests: Whether to log each request too.
    package init(
        owner: StoreOwner,
        renditions: RenditionCache,
        uploads: URL,
        incoming: URL,
        settings: ServerSettings,
        probe: StoreProbe,
        machine: String? = nil,
        logsRequests: Bool = false
    ) {
        self.machine = machine
        logger = Logger(label: "timeline") { label -> any LogHandler in
            guard logsRequests else { return ProblemLog() }
            return StreamLogHandler.standardError(label: label)
        }
        site = Site(
            owner: owner,
            incoming: incoming,
            renditions: renditions,
            settings: settings,
            forms: FormReader(uploads: UploadFolder(url: uploads)),
            probe: probe
        )
    }

    /// Serves until the process receives SIGTERM or SIGINT, and then finishes the open requests.
    ///
    /// - Parameter onListening: Called with the server's address once it accepts connections.
    /// - Throws: A ``ServerError`` if the server cannot start.
    package func run(onListening: @escaping @Sendable (URL) async -> Void) async throws {
        try site.settings.check()
        var server = self
        server.connectionLimit = OpenFileLimit.connections(of: OpenFileLimit.raised())
        site.forms.uploads.removeLeftovers(at: site.environment.now())
        try await server.serve(onListening: onListening)
    }

    private func serve(onListening: @escaping @Sendable (URL) async -> Void) async throws {
        let (metrics, source) = AsyncStream.makeStream(of: Void.self)
        var application = try application(onListening: onListening)
        // Nobody is told that the server listens if it is about to end because of the metrics.
        application.beforeServerStarts {
            for await _ in metrics {}
            try Task.checkCancellation()
        }
        let draining = Draining(readiness: site.readiness) { [site] in
            try await site.environment.pause(.seconds(site.settings.drainTime))
        }
        var configuration = ServiceGroupConfiguration(
            // The last one stops first.
            services: metricsServices { source.finish() } + [
                .init(service: application),
                .init(service: draining),
            ],
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: Logger(label: "timeline.services") { _ in SwiftLogNoOpLogHandler() }
        )
        configuration.maximumGracefulShutdownDuration =
            Self.shutdownTime + .seconds(site.settings.drainTime)
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch let error as IOError {
            throw ServerError(error, host: site.settings.host, port: site.settings.port)
        } catch let error as SocketAddressError.UnknownHost {
            throw ServerError.addressUnusable(
                host: site.settings.host,
                reason: error.errorDescription
            )
        }
    }

    /// Returns the application, which tests can run without a network.
    func application(
        onListening: @escaping @Sendable (URL) async -> Void = { _ in }
    ) throws(ServerError) -> Application<RouterResponder<ServerContext>> {
        let settings = site.settings
        return Application(
            router: router(),
            server: try serverBuilder(),
            configuration: ApplicationConfiguration(
                address: .hostname(settings.host, port: settings.port),
                availableConnectionsDelegate: .maximum(connectionLimit, logger: logger)
            ),
            services: [
                SilentDevices(responder: site.responder), OldUploads(guest: site.guest, hour: hour),
            ],
            onServerRunning: { [cookies = site.cookies, machine] channel in
                let port = channel.localAddress?.port ?? settings.port
                cookies.listen(on: port)
                await onListening(settings.url(port: port, machine: machine))
            },
            logger: logger
        )
    }

    /// Returns the router, with all routes and the middleware that precedes them.
    func router() -> Router<ServerContext> {
        SiteRouter(site: site, names: HostNames(site.settings, machine: machine)).router()
    }

    /// Returns the handlers of a connection: TLS, HTTP and the limits for requests.
    private func serverBuilder() throws(ServerError) -> HTTPServerBuilder {
        let http = HTTPServerBuilder.http1(
            configuration: HTTP1Channel.Configuration(
                additionalChannelHandlers: [
                    ConnectionGuard(bodyLimit: FormLimits.archive.bytes, metrics: site.metrics)
                ],
                idleTimeout: .seconds(60),
                httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
                    maxHeaderFieldSize: 16 << 10,
                    maxHeaderListSize: 32 << 10,
                    maxHeaderFieldCount: 100
                )
            )
        )
        guard let files = site.settings.tls else { return http }
        return try files.encrypting(http)
    }
}

/// Builds the router of a server, with all routes and the middleware that precedes them.
struct SiteRouter {
    /// The parts that all routes share.
    let site: Site
    /// The host names under which the server may be opened.
    let names: HostNames

    /// Builds the router.
    func router() -> Router<ServerContext> {
        let router = Router(context: ServerContext.self, options: [.autoGenerateHeadEndpoints])
        router.add(middleware: MetricsMiddleware(metrics: site.metrics))
        if site.settings.publicURL != nil {
            router.add(middleware: ForwardingMiddleware(proxies: site.settings.proxies))
        }
        router.add(middleware: LogMiddleware())
        router.add(middleware: SecurityHeadersMiddleware())
        HealthRoutes(readiness: site.readiness).add(to: router)
        router.add(middleware: ClientAPIMiddleware(site: site))
        router.add(middleware: ErrorMiddleware(site: site))
        router.add(middleware: HostMiddleware(names: names))
        // The calls of apps have no cookies, so pages of other origins may make them.
        ClientAPIRoutes(api: APIRoutes(site: site, router: router)).add()
        router.add(middleware: OriginMiddleware(origin: site.base(of:)))
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
        AuthorizationRoutes(site: site, pages: pages, forms: forms).add()
        InvitationRoutes(site: site, pages: pages, forms: forms).add()
        DeviceRoutes(site: site, pages: pages, forms: forms).add()
        TransferRoutes(site: site).add(pages, forms)
        PhotoRoutes().add(to: router)
        LiveRoutes(site: site).add(to: router)
        return router
    }
}

/// The service that ends the sessions of silent devices, and that stops after the server.
struct SilentDevices: Service {
    let responder: SyncResponder

    func run() async {
        await cancelWhenGracefulShutdown { await responder.endSilentSessions() }
    }
}

/// The service that removes unused uploads when the server starts and every hour.
struct OldUploads: Service {
    let guest: Guest
    /// Waits for an hour; an error ends the service.
    let hour: @Sendable () async throws -> Void

    func run() async {
        await cancelWhenGracefulShutdown {
            repeat {
                try? await guest.removeOldUploads()  // The next hour tries again.
            } while await hasPassed()
        }
    }

    /// Waits for an hour, and returns whether the service goes on.
    private func hasPassed() async -> Bool {
        do { try await hour() } catch { return false }
        return true
    }
}

extension ServerError {
    /// Translates a system error that occurred when the server tried to listen.
    init(_ error: IOError, host: String, port: Int) {
        switch error.errnoCode {
        case EADDRINUSE: self = .portInUse(port)
        case EACCES: self = .portForbidden(port)
        default:
            let reason = String(cString: strerror(error.errnoCode))
            self = .addressUnusable(host: host, reason: reason)
        }
    }
}

extension ServerSettings {
    /// Returns the URL at which browsers can open the server.
    ///
    /// For a server that listens on all addresses, the URL contains a name or an address that other
    /// machines can use.
    ///
    /// - Parameters:
    ///   - port: The port that the server listens on.
    ///   - machine: The name of this machine, or `nil` if it is unknown.
    /// - Returns: The URL.
    func url(port: Int, machine: String?) -> URL {
        if let publicURL { return publicURL }
        let host = browsableHost(machine: machine)
        var components = URLComponents()
        components.scheme = scheme
        components.host = host.contains(":") ? "[\(host)]" : host
        components.port = port
        components.path = "/"
        return components.url ?? URL(filePath: "/")
    }

    private func browsableHost(machine: String?) -> String {
        guard ["0.0.0.0", "::"].contains(host) else { return host }
        return tls?.dnsNames.first { !$0.hasPrefix("*") } ?? Self.networkAddress() ?? machine
            ?? "localhost"
    }

    /// Returns the first IPv4 address of this machine that other machines can reach, or `nil` if it
    /// has none.
    private static func networkAddress() -> String? {
        // Without the list of devices, the URL contains the name of the machine.
        let devices = try? System.enumerateDevices()
        return devices?.lazy.compactMap { $0.address?.ipAddress }
            .first { isIPv4($0) && !$0.hasPrefix("127.") && !$0.hasPrefix("169.254.") }
    }
}
