import TimelineTestSupport
import TimelineCore
@testable import TimelineSync
@testable import SyncTestSupport

extension Simulation {
    /// The faults of one session.
    struct Faults {
        var damage: (request: SimulatedLink.Damage, reply: SimulatedLink.Damage) = (.none, .none)
        /// The device that dies, and the number of its writes before that.
        var death: (device: Int, writes: Int)?
        /// Rewrites the responder's turns, or `nil` if the responder is honest.
        var liar: Liar?
        var isBusy = false

        /// Whether a device may wrongly believe that both are equal.
        ///
        /// This can happen if the responder lies, or if the link changes bytes, which real carriers
        /// prevent by encryption.
        var canMislead: Bool {
            if liar != nil { return true }
            return [damage.request, damage.reply]
                .contains { damage in
                    if case .change = damage { true } else { false }
                }
        }
    }

    /// The error of a store whose device has died.
    static var dead: SyncError { .store(code: "dead") }

    /// Runs a session between two devices.
    ///
    /// - Returns: Both sessions after their end.
    @discardableResult
    mutating func session(
        _ a: Int,
        _ b: Int,
        _ faults: Faults,
        _ random: inout SplitMix64
    ) throws -> (SyncSession<InMemorySyncStore>, SyncSession<InMemorySyncStore>) {
        var liar = faults.liar
        var links = (SimulatedLink(faults.damage.request), SimulatedLink(faults.damage.reply))
        var client = makeSession(.initiator, of: a, &random)
        var server = makeSession(.responder, of: b, &random)
        if let death = faults.death {
            var writes = death.writes
            devices[death.device].store.beforeChange = { () throws(SyncError) in
                writes -= 1
                if writes < 0 { throw Simulation.dead }
            }
        }
        defer { for device in devices { device.store.beforeChange = {} } }
        _ = server.start(at: devices[b].time(now))
        var request = client.start(at: devices[a].time(now))
        while !request.isEmpty {
            try searchCanary(in: request, a, b)
            var reply: [UInt8] = []
            for part in links.0.carry(request, &random) {
                reply += server.receive(part, at: devices[b].time(now))
            }
            if let rewritten = liar?.rewrite(reply) { reply = rewritten }
            if faults.isBusy {
                for device in [a, b] where random.oneIn(2) {
                    try change(random.oneIn(2) ? .post : .comment, on: device, &random)
                }
            }
            try searchCanary(in: reply, a, b)
            request = []
            for part in links.1.carry(reply, &random) {
                request += client.receive(part, at: devices[a].time(now))
            }
            now += 20
        }
        client.disconnect()
        server.disconnect()
        return (client, server)
    }

    private func makeSession(
        _ role: SessionConfiguration.Role,
        of index: Int,
        _ random: inout SplitMix64
    ) -> SyncSession<InMemorySyncStore> {
        var configuration = SessionConfiguration(
            role: role,
            // As many draws as when the recorded schedules were found.
            salt: Nonce(bytes: random.bytes(Nonce.byteCount)) ?? Nonce(number: 0),
            peer: nil
        )
        // Use many short turns in half of the schedules.
        if schedule.seed.isMultiple(of: 2) {
            configuration.turnLimits = TurnLimits(records: 700, wants: 3, blobs: 10)
        }
        return SyncSession(store: devices[index].store, configuration: configuration)
    }

    /// Returns random faults for a kind of session.
    func faults(_ event: Event, _ random: inout SplitMix64) -> Faults {
        var faults = Faults()
        switch event.kind {
        case .brokenSync:
            let turns = random.number(below: 5)
            let damage: SimulatedLink.Damage =
                random.oneIn(2) ? .cut(afterTurns: turns) : .change(afterTurns: turns)
            if random.oneIn(2) {
                faults.damage.request = damage
            } else {
                faults.damage.reply = damage
            }
        case .killedSync:
            faults.death = (random.oneIn(2) ? event.a : event.b, random.number(below: 8))
        case .lyingSync: faults.liar = Liar(seed: random.next())
        case .busySync: faults.isBusy = true
        default: break
        }
        return faults
    }
}
