import Testing
import TimelineCore
import TimelineTestSupport

@testable import Negentropy

@Suite("Random sets")
struct RandomSetTests {
    @Test(
        "A session finds exactly the differences",
        arguments: 0..<TestEffort.count(50, full: 200) as Range<UInt64>
    )
    func differences(seed: UInt64) throws {
        let sets = RandomSets(seed: seed)
        let session = try reconcile(sets.items, with: sets.others, frames: sets.frames)
        #expect(Set(session.have) == sets.have)
        #expect(Set(session.need) == sets.need)
        #expect(session.have.count == sets.have.count, "Each ID is reported once")
        #expect(session.need.count == sets.need.count, "Each ID is reported once")
        for turn in session.turns {
            #expect(turn.request.count <= sets.frames.0 ?? .max)
            #expect(turn.reply.count <= sets.frames.1 ?? .max)
        }
    }

    @Test(
        "The roles may be exchanged",
        arguments: 0..<TestEffort.count(10, full: 30) as Range<UInt64>
    )
    func roles(seed: UInt64) throws {
        let sets = RandomSets(seed: seed)
        let session = try reconcile(sets.items, with: sets.others, frames: sets.frames)
        let reverse = try reconcile(sets.others, with: sets.items, frames: sets.frames)
        #expect(Set(session.have) == Set(reverse.need))
        #expect(Set(session.need) == Set(reverse.have))
    }

    @Test("Large sets are sealed in parts and give the same messages in any order")
    func order() throws {
        var generator = SplitMix64(seed: 1)
        let items = (0..<20_000).map { Item(timestamp: $0 / 7, id: generator.id()) }
        let first = Initiator(try SealedItems(items.sorted())).firstMessage
        #expect(Initiator(try SealedItems(items.shuffled(using: &generator))).firstMessage == first)
        #expect(Initiator(try SealedItems(items.reversed())).firstMessage == first)
    }
}
