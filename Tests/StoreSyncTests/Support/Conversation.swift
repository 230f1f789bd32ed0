import TimelineCore
@testable import TimelineSync
import TimelineTestSupport
import TimelineTesting

/// A session between two stores over a link that ends after some turns.
struct Conversation {
    private(set) var client: SyncSession<RepositorySyncStore>
    private(set) var server: SyncSession<RepositorySyncStore>
    /// The requests and replies, in order.
    private(set) var turns: [[UInt8]] = []

    @discardableResult
    init(_ client: Site, _ server: Site, turnLimit: Int = 1000) async throws {
        let (clientBox, serverBox) = (
            try await client.encryptionKey(), try await server.encryptionKey()
        )
        var generator = SystemRandomNumberGenerator()
        self.client = SyncSession(
            store: try client.store(isOutgoing: true),
            configuration: SessionConfiguration(
                role: .initiator,
                salt: Nonce(using: &generator),
                peer: serverBox,
                invitation: try await client.sync.invitation(from: serverBox)
            )
        )
        self.server = SyncSession(
            store: try server.store(),
            configuration: SessionConfiguration(
                role: .responder,
                salt: Nonce(using: &generator),
                peer: clientBox
            )
        )
        let times = [client, server]
            .map { site in
                SyncTime(milliseconds: site.world.clock.environment.present.milliseconds, uptime: 0)
            }
        _ = self.server.start(at: times[1])
        var request = self.client.start(at: times[0])
        while !request.isEmpty, turns.count < turnLimit {
            turns.append(request)
            let reply = self.server.receive(request, at: times[1])
            guard turns.count < turnLimit else { return }
            if !reply.isEmpty { turns.append(reply) }
            request = self.client.receive(reply, at: times[0])
        }
        self.client.disconnect()
        self.server.disconnect()
    }

    /// The number of bytes in both directions.
    var byteCount: Int { turns.reduce(0) { $0 + $1.count } }

    /// Whether both sides have finished.
    var isFinished: Bool { client.outcome == .finished && server.outcome == .finished }
}
