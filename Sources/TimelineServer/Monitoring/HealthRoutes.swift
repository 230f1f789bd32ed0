import HTTPTypes
import Hummingbird
import NIOCore

/// The routes for load balancers and supervisors, `/healthz` and `/readyz`.
///
/// They accept every host name and state neither versions nor settings, since they answer everyone.
struct HealthRoutes {
    /// What decides whether the server is ready.
    let readiness: Readiness

    /// Adds the routes to the router.
    func add(to router: some RouterMethods<ServerContext>) {
        // An answer proves that the process is alive, whatever the store does.
        router.get("healthz") { _, _ in Self.response(.ok, HealthText.alive) }
        router.get("readyz") { _, _ in
            guard let fault = await readiness.fault() else {
                return Self.response(.ok, HealthText.ready)
            }
            return Self.response(.serviceUnavailable, fault.sentence)
        }
    }

    private static func response(_ status: HTTPResponse.Status, _ sentence: String) -> Response {
        Response(
            status: status,
            headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: sentence + "\n"))
        )
    }
}

extension Readiness.Fault {
    /// The sentence that a load balancer logs.
    fileprivate var sentence: String {
        switch self {
        case .shuttingDown: HealthText.shuttingDown
        case .storeSilent: HealthText.storeSilent
        case .storeFailed: HealthText.storeFailed
        case .storeTooNew: HealthText.storeTooNew
        }
    }
}
