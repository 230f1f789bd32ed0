import ServiceLifecycle
import TimelineSync

/// The service that ends the sessions of silent devices, and that stops after the server.
struct SilentDevices: Service {
    let responder: SyncResponder

    func run() async {
        await cancelWhenGracefulShutdown { await responder.endSilentSessions() }
    }
}
