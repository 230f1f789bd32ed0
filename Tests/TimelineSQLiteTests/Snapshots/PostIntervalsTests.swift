import Testing
import TimelineCore

@testable import TimelineSQL
@testable import TimelineSQLite

@Suite("Cached intervals of posts")
struct PostIntervalsTests {
    private static func id(_ number: UInt64) -> PushID {
        PushID(milliseconds: 1_000_000 + number, bits: (0, 0))
    }

    private static func entry(_ number: UInt64) -> PostInterval.Entry {
        PostInterval.Entry(post: id(number), author: Int64(number))
    }

    /// Returns the interval from `upper` (exclusive) down to `lower`, with one post per
    /// millisecond.
    private static func interval(_ upper: UInt64, _ lower: UInt64) -> PostInterval {
        PostInterval((lower..<upper).reversed().map(entry), from: id(upper), to: id(lower))
    }

    /// Returns intervals that are merged with adjacent intervals up to a length of 30 posts.
    private static func intervals(_ bounds: (UInt64, UInt64)...) -> PostIntervals {
        var intervals = PostIntervals()
        for (upper, lower) in bounds {
            intervals.insert(interval(upper, lower), joiningUpTo: 30)
        }
        return intervals
    }

    /// Returns the bounds and the number of posts for each interval, newest first.
    private static func shape(_ intervals: PostIntervals) -> [[Int]] {
        intervals.intervals
            .map { interval in
                [interval.upper, interval.lower].map { Int($0.milliseconds) - 1_000_000 }
                    + [interval.entries.count]
            }
    }

    @Test func adjacentIntervalsAreJoinedOnBothSides() {
        var intervals = Self.intervals((30, 20), (10, 0))
        #expect(Self.shape(intervals) == [[30, 20, 10], [10, 0, 10]])
        intervals.insert(Self.interval(20, 10), joiningUpTo: 30)
        #expect(Self.shape(intervals) == [[30, 0, 30]])
        let posts = intervals.intervals.flatMap(\.entries).map(\.author)
        #expect(posts == (0..<30).reversed())
    }

    @Test func longIntervalsAreNotJoined() {
        #expect(Self.shape(Self.intervals((31, 10), (10, 0))) == [[31, 10, 21], [10, 0, 10]])
    }

    @Test func theOldestIntervalsAreEvicted() {
        var intervals = PostIntervals()
        for lower: UInt64 in [20, 40, 0, 60] {
            intervals.insert(Self.interval(lower + 20, lower), joiningUpTo: 0)
            intervals.evictOldest(beyond: 70)
        }
        // An interval of 20 posts is counted as 22.
        #expect(Self.shape(intervals) == [[80, 60, 20], [60, 40, 20], [40, 20, 20]])
        intervals.insert(Self.interval(100, 80), joiningUpTo: 0)
        intervals.evictOldest(beyond: 70)
        #expect(Self.shape(intervals) == [[100, 80, 20], [80, 60, 20], [60, 40, 20]])
    }

    @Test func anIntervalThatOverlapsAnotherIsNotInserted() {
        let bounds: [(UInt64, UInt64)] = [(25, 15), (15, 5), (19, 11), (30, 0), (5, 5)]
        var intervals = Self.intervals((20, 10))
        for (upper, lower) in bounds {
            intervals.insert(Self.interval(upper, lower), joiningUpTo: 30)
        }
        #expect(Self.shape(intervals) == [[20, 10, 10]])
    }

    @Test func aNewPostIsAddedOnceAndOnlyToTheIntervalThatCoversIt() {
        var intervals = Self.intervals((20, 10), (40, 30))
        intervals.remove(Self.id(15))
        intervals.remove(Self.id(99))
        #expect(Self.shape(intervals) == [[40, 30, 10], [20, 10, 9]])
        for number: UInt64 in [9, 15, 15, 19, 20, 25, 30, 40, 41] {
            intervals.add(Self.entry(number), splittingAt: 30)
        }
        #expect(Self.shape(intervals) == [[40, 30, 10], [20, 10, 10]])
        #expect(
            intervals.intervals.last?.entries.map(\.author)
                == (10..<20).reversed().map { Int64($0) }
        )
    }

    @Test func theNewestIntervalIsSplitWhenItIsLong() {
        var intervals = PostIntervals()
        let top = PostInterval([Self.entry(5)], from: Self.id(100), to: Self.id(0))
        intervals.insert(top, joiningUpTo: 3)
        for number: UInt64 in [10, 20, 30, 15, 40, 12] {
            intervals.add(Self.entry(number), splittingAt: 3)
        }
        #expect(Self.shape(intervals) == [[100, 30, 2], [30, 0, 5]])
        let posts = intervals.intervals.flatMap(\.entries).map(\.author)
        #expect(posts == [40, 30, 20, 15, 12, 10, 5])
        #expect(intervals.newest(below: Self.id(100))?.upper == Self.id(100))
    }
}
