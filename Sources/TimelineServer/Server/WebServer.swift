#if Server
public import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
public import TimelineCore
public import TimelineMedia
import UnixSignals

/// A server that shows a store in browsers.
///
/// ```swift
/// let server = WebServer(
///     guest: owner.guest, renditions: cache, uploads: folder, settings: ServerSettings()
/// )
/// try await server.run { url in show("Timeline is at \(url).") }
/// ```
public struct WebServer: Sendable {
    let site: Site
    let logger: Logger
    private let machine: String?
    /// The maximum number of open connections.
    ///
    /// Additional clients wait until a connection closes.
    var connectionLimit = OpenFileLimit.connections(of: OpenFileLimit.current)

    /// The maximum time that open requests have to finish when the server stops.
    private static let shutdownTime = Duration.seconds(20)

    /// Creates a server that logs to standard error.
    ///
    /// - Parameters:
    ///   - guest: The access to the store without a logged-in user.
    ///   - renditions: The renditions of the store's photos.
    ///   - uploads: A folder for files that are being uploaded, on the same disk as the store.
    ///   - settings: The address to listen on, and the permitted access.
    ///   - machine: The name of this machine on the local network, or `nil` if it is unknown.
    ///   - environment: The clock and the source of random bytes.
    ///   - syncing: The functions that respond to syncing devices, or `nil` if the server does not
    ///     support sync.
    ///   - syncPages: The functions for the sync state and invitations, or `nil` if the pages do
    ///     not show them.
    ///   - transfer: The functions that import and export archives, or `nil` if the pages do not
    ///     offer them.
    public init(
        guest: Guest,
        renditions: RenditionCache,
        uploads: URL,
        settings: ServerSettings,
        machine: String? = nil,
        environment: TimelineEnvironment = .system,
        syncing: SyncAnswering? = nil,
        syncPages: SyncPages? = nil,
        transfer: ArchiveTransfer? = nil
    ) {
        self.init(
            guest: guest,
            renditions: renditions,
            uploads: uploads,
            settings: settings,
            machine: machine,
            environment: environment,
            syncing: syncing,
            syncPages: syncPages,
            transfer: transfer,
            logger: Logger(label: "timeline") { StreamLogHandler.standardError(label: $0) }
        )
    }

    /// Creates a server with a logger.
    init(
        guest: Guest,
        renditions: RenditionCache,
        uploads: URL,
        settings: ServerSettings,
        machine: String? = nil,
        environment: TimelineEnvironment,
        syncing: SyncAnswering? = nil,
        syncPages: SyncPages? = nil,
        transfer: ArchiveTransfer? = nil,
        logger: Logger
    ) {
        self.logger = logger
        self.machine = machine
        site = Site(
            guest: guest,
            renditions: renditions,
            settings: settings,
            environment: environment,
            forms: FormReader(uploads: UploadFolder(url: uploads)),
            syncing: syncing,
            syncPages: syncPages,
            transfer: transfer
        )
    }

    /// Serves until the process receives SIGTERM or SIGINT, and then finishes the open requests.
    ///
    /// - Parameter onListening: Called with the server's address once it accepts connections.
    /// - Throws: A ``ServerError`` if the server cannot start.
    public func run(onListening: @escaping @Sendable (URL) async -> Void) async throws {
        try site.settings.check()
        var server = self
        server.connectionLimit = OpenFileLimit.connections(of: OpenFileLimit.raised())
        site.forms.uploads.removeLeftovers(at: site.environment.now())
        ImportRecord.removeOld(in: site.forms.uploads.url, at: site.environment.now())
        await site.transfers.forgetMissingUsers(of: site.guest)
        try await server.serve(onListening: onListening)
    }

    private func serve(onListening: @escaping @Sendable (URL) async -> Void) async throws {
        let application = try application(onListening: onListening)
        var configuration = ServiceGroupConfiguration(
            services: [.init(service: application)],
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: Logger(label: "timeline.services") { _ in SwiftLogNoOpLogHandler() }
        )
        configuration.maximumGracefulShutdownDuration = Self.shutdownTime
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch let error as IOError {
            throw ServerError(error, site.settings)
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
    ) throws(ServerError) -> some ApplicationProtocol {
        let settings = site.settings
        return Application(
            router: router(),
            server: try serverBuilder(),
            configuration: ApplicationConfiguration(
                address: .hostname(settings.host, port: settings.port),
                availableConnectionsDelegate: .maximum(connectionLimit, logger: logger)
            ),
            services: [site.syncing?.endSilent].compactMap(\.self).map(SilentDevices.init),
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
                additionalChannelHandlers: [ConnectionGuard(bodyLimit: FormLimits.archive.bytes)],
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
#endif
