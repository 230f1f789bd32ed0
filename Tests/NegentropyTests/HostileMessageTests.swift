import Testing
import TimelineCore
import TimelineTestSupport

@testable import Negentropy

@Suite("Hostile messages")
struct HostileMessageTests {
    private static let frame = 5000

    /// The sets, the roles and an honest session between them.
    private struct Scene {
        let sets: RandomSets
        let initiator: Initiator
        let responder: Responder
        let session: Session

        init(seed: UInt64) throws {
            sets = RandomSets(seed: seed, maximumCount: 400)
            let limits = try ReconciliationLimits(frame: frame)
            initiator = Initiator(try SealedItems(sets.items), limits: limits)
            responder = Responder(try SealedItems(sets.others), limits: limits)
            var session = Session(initiator, responder)
            try session.run()
            self.session = session
        }

        /// Passes a message to both roles and checks their answers.
        ///
        /// - Returns: Whether both roles accepted the message.
        func check(_ message: [UInt8]) throws -> Bool {
            var copy = initiator
            let isAccepted: Bool
            do throws(NegentropyError) {
                let reply = try responder.reply(to: message)
                isAccepted = message.first == ProtocolVersion.current
                #expect(reply.count <= frame)
                #expect(reencoded(reply) == reply)
                if isAccepted { #expect(reencoded(message) == message) }
            } catch {
                isAccepted = false
            }
            do throws(NegentropyError) {
                let step = try copy.receive(message)
                #expect(isAccepted, "Both roles accept the same messages")
                #expect(Set(step.have).isSubset(of: sets.items.map(\.id)))
                #expect(Set(step.have).count == step.have.count)
                #expect(Set(step.need).count == step.need.count)
                if let next = step.message { #expect(reencoded(next) == next) }
            } catch {
                #expect(!isAccepted, "Both roles accept the same messages")
            }
            return isAccepted
        }
    }

    @Test(
        "Truncated messages are rejected, or reveal only true differences",
        arguments: 0..<TestEffort.count(2, full: 8) as Range<UInt64>
    )
    func truncations(seed: UInt64) throws {
        let scene = try Scene(seed: seed)
        for turn in scene.session.turns {
            let longest = max(turn.request.count, turn.reply.count)
            for count in stride(from: 0, to: longest, by: max(1, longest / 400)) {
                _ = try scene.check(Array(turn.request.prefix(count)))
                let reply = Array(turn.reply.prefix(count))
                guard try scene.check(reply) else { continue }
                var initiator = scene.initiator
                let step = try initiator.receive(reply)
                #expect(Set(step.have).isSubset(of: scene.sets.have))
                #expect(Set(step.need).isSubset(of: scene.sets.need))
            }
        }
    }

    @Test("Flipped bits are rejected or lead to valid messages", arguments: 0..<3 as Range<UInt64>)
    func flips(seed: UInt64) throws {
        let scene = try Scene(seed: seed)
        for message in scene.session.turns.flatMap({ [$0.request, $0.reply] }) {
            for bit in stride(from: 0, to: message.count * 8, by: max(1, message.count / 60)) {
                var changed = message
                changed[bit / 8] ^= 1 << UInt8(bit % 8)
                _ = try scene.check(changed)
            }
        }
    }

    @Test(
        "Random changes are rejected or lead to valid messages",
        arguments: 0..<TestEffort.count(5, full: 20) as Range<UInt64>
    )
    func changes(seed: UInt64) throws {
        let scene = try Scene(seed: seed)
        var generator = SplitMix64(seed: seed)
        let messages = scene.session.turns.flatMap { [$0.request, $0.reply] }
        for _ in 0..<150 {
            guard var message = messages.randomElement(using: &generator) else { continue }
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let position = Int.random(in: 0...message.count, using: &generator)
                let length = Int.random(
                    in: 0...min(40, message.count - position),
                    using: &generator
                )
                let bytes = (0..<Int.random(in: 0...40, using: &generator))
                    .map { _ in UInt8.random(in: 0...255, using: &generator) & 0x83 }
                message.replaceSubrange(position..<position + length, with: bytes)
            }
            _ = try scene.check(message)
        }
    }

    @Test("Malformed ranges after a full frame are found")
    func afterFullFrame() throws {
        var generator = SplitMix64(seed: 3)
        let items = (0..<2000).map { Item(timestamp: $0, id: generator.id()) }
        let limits = try ReconciliationLimits(frame: ReconciliationLimits.minimumFrame)
        let responder = Responder(try SealedItems(items), limits: limits)
        let list = bytes("61" + "8f500002 00")
        #expect(try responder.reply(to: list).count > 3000)
        #expect(throws: NegentropyError.unknownMode(9)) {
            try responder.reply(to: list + bytes("010009"))
        }
    }
}

/// Decodes a message and encodes its ranges again, or returns `nil` if the message is malformed.
private func reencoded(_ message: [UInt8]) -> [UInt8]? {
    var reader = MessageReader(rangesOf: message)
    var writer = MessageWriter()
    do throws(NegentropyError) {
        while let range = try reader.next() {
            switch range.content {
            case .skip: writer.skip(to: range.bound)
            case .fingerprint(let fingerprint): writer.write(fingerprint, to: range.bound)
            case .ids(let ids):
                let items = ids.map { Item(timestamp: 0, id: $0) }
                writer.write(idsOf: items[...], to: range.bound)
            }
        }
    } catch {
        return nil
    }
    return writer.message
}
