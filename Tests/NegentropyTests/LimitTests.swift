import Testing
import TimelineCore

@testable import Negentropy

@Suite("Limits")
struct LimitTests {
    private func items(_ count: Int, seed: UInt64 = 1) -> [Item] {
        var generator = SplitMix64(seed: seed)
        return (0..<UInt64(count)).map { Item(timestamp: 1000 + $0, id: generator.id()) }
    }

    @Test("Messages above the limit are rejected by both roles")
    func longMessages() throws {
        let sealed = try SealedItems([])
        // Ranges at infinity that skip nothing make a valid message of any length.
        let message: [UInt8] = [0x61] + Array(repeating: 0, count: (1 << 20) - 1)
        #expect(message.count == (1 << 20))
        var initiator = Initiator(sealed)
        #expect(try Responder(sealed).reply(to: message) == [0x61])
        #expect(try initiator.receive(message).message == nil)
        let longer = message + [0, 0, 0]
        let error = NegentropyError.messageTooLong(bytes: longer.count)
        #expect(throws: error) { try Responder(sealed).reply(to: longer) }
        #expect(throws: error) { try initiator.receive(longer) }
    }

    @Test("Frame limits below 4096 bytes are rejected")
    func smallFrames() throws {
        #expect(throws: NegentropyError.frameLimitTooSmall(bytes: 4095)) {
            try ReconciliationLimits(frame: 4095)
        }
        #expect(try ReconciliationLimits(frame: 4096).frame == 4096)
        #expect(try ReconciliationLimits(frame: nil).frame == nil)
    }

    @Test("By default, both sides limit messages to 1 MiB and idle turns to 64")
    func standard() throws {
        let limits = ReconciliationLimits.standard
        #expect(limits.frame == 1 << 20 && limits.message == 1 << 20 && limits.idleTurns == 64)
        #expect(try ReconciliationLimits() == limits)
    }

    @Test("The initiator gives up after 64 replies without a new ID")
    func idleTurns() throws {
        var initiator = Initiator(try SealedItems(items(100)))
        // The reply contains a fingerprint that never matches.
        let reply = bytes("61000001" + String(repeating: "77", count: 16))
        for _ in 1..<64 { #expect(try initiator.receive(reply).message != nil) }
        #expect(throws: NegentropyError.noProgress(turns: 64)) { try initiator.receive(reply) }
    }

    @Test("An ID that is reported again is no progress, but a new one is")
    func repeatedIDs() throws {
        var initiator = Initiator(
            try SealedItems(items(100)),
            limits: try ReconciliationLimits(idleTurns: 3)
        )
        let fingerprint = "000001" + String(repeating: "77", count: 16)
        func reply(_ id: String) -> [UInt8] {
            bytes("6101010102" + "01" + String(repeating: id, count: 32) + fingerprint)
        }
        #expect(try initiator.receive(reply("aa")).need.count == 1)
        #expect(try initiator.receive(reply("aa")).need == [])
        #expect(try initiator.receive(reply("aa")).need == [])
        #expect(try initiator.receive(reply("bb")).need.count == 1)
        #expect(try initiator.receive(reply("bb")).need == [])
        #expect(try initiator.receive(reply("aa")).need == [])
        #expect(throws: NegentropyError.noProgress(turns: 3)) { try initiator.receive(reply("bb")) }
    }

    @Test("A reply that ends the session is never idle")
    func end() throws {
        var initiator = Initiator(
            try SealedItems(items(100)),
            limits: try ReconciliationLimits(idleTurns: 1)
        )
        #expect(try initiator.receive([0x61]).message == nil)
    }

    /// Checks a reply that is nearly full when it reaches a range in which only the responder has
    /// items.
    ///
    /// The reference implementation drops its answer to that range, and ends the reply with the
    /// fingerprint of no items. The initiator has no items either, so it would find no difference.
    @Test("A full frame hides no items", arguments: 100...140)
    func fullFrame(_ listed: Int) throws {
        let items = items(listed + 1000)
        let responder = Responder(
            try SealedItems(items),
            limits: try ReconciliationLimits(frame: 4096)
        )
        // The initiator has no items. It lists no IDs in the first range, and ends with the
        // fingerprint of no items, as a full message does.
        var writer = MessageWriter()
        writer.write(idsOf: [], to: Bound(timestamp: 1000 + UInt64(listed)))
        writer.write(.empty, to: .infinity)
        let reply = try responder.reply(to: writer.message)
        #expect(reply.count <= 4096)
        var session = Session(Initiator(try SealedItems([])), responder)
        let step = try session.initiator.receive(reply)
        #expect(step.message != nil)
        let unreported = Set(items.map(\.id)).subtracting(step.need)
        #expect(unreported.count >= 1000)
    }
}
