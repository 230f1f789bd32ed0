import Testing
import TimelineCore

@testable import Negentropy

/// Tests the upper bounds for the turns and bytes of sessions.
///
/// `NegentropyBenchmark` also measures times.
@Suite("Figures for 100,000 items")
struct FigureTests {
    private static let items = {
        var generator = SplitMix64(seed: 7)
        return (0..<100_000)
            .map { Item(timestamp: 1_700_000_000_000 + $0 * 1000, id: generator.id()) }
    }()

    @Test("Equal sets take one turn and at most 380 bytes")
    func equal() throws {
        let session = try reconcile(Self.items, with: Self.items)
        #expect(session.turns.count == 1)
        #expect(session.byteCount <= 380)
    }

    @Test("Ten differences take at most three turns and 25 KB")
    func differences() throws {
        let items = Self.items.enumerated().filter { $0.offset % 20_000 != 5 }.map(\.element)
        let others = Self.items.enumerated().filter { $0.offset % 20_000 != 9999 }.map(\.element)
        let session = try reconcile(items, with: others)
        #expect(session.have.count == 5 && session.need.count == 5)
        #expect(session.turns.count <= 3)
        #expect(session.byteCount <= 25_000)
    }
}
