import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle

extension WebServer {
    /// Returns the service that offers the metrics, if the settings have an address for it.
    ///
    /// - Parameter onListening: Called once they are offered, or at once if they are not requested.
    /// - Returns: The service, or nothing.
    func metricsServices(
        onListening: @escaping @Sendable () -> Void
    ) -> [ServiceGroupConfiguration.ServiceConfiguration] {
        guard let address = site.settings.metrics else {
            onListening()
            return []
        }
        let service = MetricsService(site: site, address: address) { _ in onListening() }
        return [.init(service: service)]
    }
}

/// The service that offers the metrics at an address that only this machine reaches.
struct MetricsService: Service {
    /// The parts that all routes share.
    let site: Site
    /// The address.
    let address: MetricsAddress
    /// Called with the port once the service accepts connections.
    var onListening: @Sendable (Int) async -> Void = { _ in }

    func run() async throws {
        let router = Router(context: ServerContext.self)
        router.get("metrics") { [site] _, _ in
            let text = site.metrics.text(
                streams: site.streams.count,
                retries: site.probe.retryCount()
            )
            return Response(
                status: .ok,
                headers: [.contentType: MetricsText.contentType, .cacheControl: "no-store"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: text))
            )
        }
        let application = Application(
            router: router,
            configuration: ApplicationConfiguration(
                address: .hostname(address.host, port: address.port)
            ),
            onServerRunning: { [onListening] channel in
                await onListening(channel.localAddress?.port ?? 0)
            },
            logger: Logger(label: "timeline.metrics") { _ in SwiftLogNoOpLogHandler() }
        )
        do {
            try await application.run()
        } catch let error as IOError {
            let failure = ServerError(error, host: address.host, port: address.port)
            guard failure == .portInUse(address.port) else { throw failure }
            throw ServerError.metricsPortInUse(address.port)
        }
    }
}

/// The service that stops first: from then on, the server is not ready, but goes on for a while, so
/// that load balancers notice it and send no further requests.
struct Draining: Service {
    /// What tells load balancers that the server stops.
    let readiness: Readiness
    /// Waits until they have noticed it.
    let pause: @Sendable () async throws -> Void

    func run() async {
        // A server that fails cancels both waits, which then simply end early.
        try? await gracefulShutdown()
        readiness.beginShutdown()
        try? await pause()  // As above.
    }
}
