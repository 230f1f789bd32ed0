#if Server
import ServiceLifecycle

/// The service that ends the sessions of silent devices, and that stops after the server.
struct SilentDevices: Service {
    /// Ends the sessions until its task is cancelled.
    let end: @Sendable () async -> Void

    func run() async {
        await cancelWhenGracefulShutdown(end)
    }
}
#endif
