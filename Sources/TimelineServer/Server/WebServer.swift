package import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
package import TimelineCore
package import TimelineMedia
import UnixSignals

/// A server that shows a store in browsers.
///
/// ```swift
/// let server = WebServer(
///     owner: owner, renditions: cache, uploads: folder, incoming: incoming, settings: settings
/// )
/// try await server.run { url in show("Timeline is at \(url).") }
/// ```
package struct WebServer: Sendable {
    var site: Site
    var logger = Logger(label: "timeline") { StreamLogHandler.standardError(label: $0) }
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
    ///   - owner: The store.
    ///   - renditions: The renditions of the store's photos.
    ///   - uploads: A folder for files that are being uploaded, on the same disk as the store.
    ///   - incoming: The folder for pictures that syncs have received in part; see `StoreSync`.
    ///   - settings: The address to listen on, and the permitted access.
    ///   - machine: The name of this machine on the local network, or `nil` if it is unknown.
    package init(
        owner: StoreOwner,
        renditions: RenditionCache,
        uploads: URL,
        incoming: URL,
        settings: ServerSettings,
        machine: String? = nil
    ) {
        self.machine = machine
        site = Site(
            owner: owner,
            incoming: incoming,
            renditions: renditions,
            settings: settings,
            forms: FormReader(uploads: UploadFolder(url: uploads))
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
            services: [SilentDevices(responder: site.responder)],
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
