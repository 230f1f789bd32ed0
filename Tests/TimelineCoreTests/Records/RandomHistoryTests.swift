import Testing
import TimelineTestSupport

@testable import TimelineCore

@Suite("The live set of random histories")
struct RandomHistoryTests {
    @Test(
        "It equals the oracle in every order, with duplicates",
        arguments: 0..<TestEffort.count(5, full: 30) as Range<UInt64>
    )
    func oracle(_ part: UInt64) throws {
        for seed in part * 25..<(part + 1) * 25 {
            var history = try RandomHistory(seed: seed, count: 4 + Int(seed % 40))
            let expected = NaiveLiveSet.ids(of: history.records)
            for _ in 0..<3 {
                let live = liveSet(of: history.shuffled())
                #expect(Set(live.map(\.id)) == expected && live.count == expected.count)
                #expect(live == live.sorted(), "Seed \(seed)")
                #expect(liveSet(of: live) == live, "Seed \(seed)")
            }
        }
    }

    @Test(
        "It is the same in batches if the records of root keys arrive first",
        arguments: 0..<TestEffort.count(2, full: 10) as Range<UInt64>
    )
    func batches(_ part: UInt64) throws {
        for seed in part * 50..<(part + 1) * 50 {
            var history = try RandomHistory(seed: seed, count: 30)
            let expected = liveSet(of: history.records)
            let live = history.batches(rootFirst: true).reduce([]) { liveSet(of: $0 + $1) }
            #expect(live == expected, "Seed \(seed)")
        }
    }

    @Test(
        "It is the same in all batches if no key ends",
        arguments: 0..<TestEffort.count(2, full: 10) as Range<UInt64>
    )
    func batchesWithoutEnds(_ part: UInt64) throws {
        for seed in part * 50..<(part + 1) * 50 {
            var history = try RandomHistory(seed: seed, count: 30, revokesKeys: false)
            let (keys, records) = (
                history.records.filter { $0.content.isSignedByRoot }, history.shuffled()
            )
            let expected = liveSet(of: records)
            let half = records.count / 2
            // Two devices exchange their live sets.
            let (one, other) = (
                liveSet(of: keys + records[..<half]), liveSet(of: keys + records[half...])
            )
            #expect(liveSet(of: one + other) == expected, "Seed \(seed)")
            #expect(liveSet(of: other + one) == expected, "Seed \(seed)")
        }
    }

    @Test("Histories contain every kind of record, and every rule applies in many of them")
    func coverage() throws {
        var kinds: Set<RecordKind?> = []
        var (changed, voided) = (0, 0)
        for seed in 0..<200 as Range<UInt64> {
            let history = try RandomHistory(seed: seed, count: 30)
            kinds.formUnion(history.records.map(\.content.kind))
            if liveSet(of: history.records).count < history.records.count { changed += 1 }
            let keys = KeyStates(of: history.records)
            if history.records.contains(where: { !keys.allow($0) }) { voided += 1 }
        }
        #expect(kinds == Set(RecordKind.allCases + [nil]))
        #expect(changed == 200 && voided > 100)
    }
}
