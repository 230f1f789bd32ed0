import Testing
import TimelineCore
import TimelineTestSupport

@Suite("Merging runs of a timeline")
struct TimelineMergeTests {
    private static func id(_ number: Int) -> Post.ID {
        Post.ID(PushID(milliseconds: UInt64(number), bits: (0, 0)))
    }

    @Test func randomRunsMergeNewestFirstWithoutDuplicates() {
        var generator = SplitMix64(seed: 8)
        for _ in 1...200 {
            let runs = (0..<Int.random(in: 0...6, using: &generator))
                .map { _ in
                    let numbers = (0..<Int.random(in: 0...20, using: &generator))
                        .map { _ in Int.random(in: 0..<60, using: &generator) }
                    return Set(numbers).sorted(by: >).map(Self.id)
                }
            let limit = Int.random(in: 0...40, using: &generator)
            let expected = Set(runs.joined()).sorted(by: >).prefix(limit)
            #expect(TimelineMerge.newest(limit, of: runs) == Array(expected))
        }
    }

    @Test func nothingMergesToNothing() {
        #expect(TimelineMerge.newest(10, of: []).isEmpty)
        #expect(TimelineMerge.newest(10, of: [[], []]).isEmpty)
        #expect(TimelineMerge.newest(0, of: [[Self.id(1)]]).isEmpty)
    }
}
