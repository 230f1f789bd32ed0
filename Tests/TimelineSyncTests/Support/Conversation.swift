import Testing
import TimelineCore
import TimelineSync
@testable import SyncTestSupport

/// Two sessions that communicate over a perfect link.
struct Conversation {
    var client: SyncSession<InMemorySyncStore>
    var server: SyncSession<InMemorySyncStore>
    /// Each request and reply, in order.
    private(set) var turns: [[UInt8]] = []

    /// Runs a session to its end.
    @discardableResult
    init(_ client: Phone, _ server: Phone, budget: UInt64 = .max) {
        self.init(
            client.session(.initiator, budget: budget, salt: 1),
            server.session(.responder, budget: budget, salt: 2),
            client.time,
            server.time
        )
    }

    /// Runs two sessions to their end.
    init(
        _ client: SyncSession<InMemorySyncStore>,
        _ server: SyncSession<InMemorySyncStore>,
        _ clientTime: SyncTime,
        _ serverTime: SyncTime
    ) {
        self.client = client
        self.server = server
        _ = self.server.start(at: serverTime)
        var request = self.client.start(at: clientTime)
        while !request.isEmpty, turns.count < 1000 {
            turns.append(request)
            let reply = self.server.receive(request, at: serverTime)
            if !reply.isEmpty { turns.append(reply) }
            request = self.client.receive(reply, at: clientTime)
        }
        self.client.disconnect()
        self.server.disconnect()
    }

    /// The number of bytes in both directions.
    var byteCount: Int { turns.reduce(0) { $0 + $1.count } }

    /// Whether both sides have finished.
    var isFinished: Bool { client.outcome == .finished && server.outcome == .finished }

    /// Returns the frames of both sides, in order.
    func frames() throws -> [Frame] {
        var frames: [Frame] = []
        for turn in turns {
            var decoder = FrameDecoder()
            decoder.append(turn)
            while let frame = try decoder.next() { frames.append(frame) }
        }
        return frames
    }
}
