import Testing
import TimelineCore

@testable import TimelineSQLite

@Suite("The cache of posts and their authors")
struct PostAuthorsCacheTests {
    private static let version = PostAuthorsCache.Version(latePosts: 1, deletions: 1)

    private static func id(_ number: UInt64) -> PushID {
        PushID(milliseconds: 1_000_000 + number, random: (0, 0))
    }

    /// The interval from `upper`, which it excludes, down to `lower`, with a post in each
    /// millisecond.
    private static func interval(_ upper: UInt64, _ lower: UInt64) -> PostAuthorsCache.Interval {
        let entries = (lower..<upper).reversed()
            .map { PostAuthorsCache.Entry(post: id($0), author: Int64($0)) }
        return PostAuthorsCache.Interval(entries, from: id(upper), to: id(lower))
    }

    private static func cache(capacity: Int = 1000, joined: Int = 30) -> PostAuthorsCache {
        PostAuthorsCache(limits: .init(capacity: capacity, interval: 100, joined: joined))
    }

    /// The bounds and the number of posts of each cached interval, newest first.
    private static func shape(
        _ cache: PostAuthorsCache,
        _ version: PostAuthorsCache.Version = version
    ) -> [[Int]] {
        cache.intervals(in: version).intervals
            .map { interval in
                [interval.upper, interval.lower].map { Int($0.milliseconds) - 1_000_000 }
                    + [interval.entries.count]
            }
    }

    @Test func adjacentIntervalsAreJoinedOnBothSides() {
        let cache = Self.cache()
        cache.insert(Self.interval(30, 20), in: Self.version)
        cache.insert(Self.interval(10, 0), in: Self.version)
        #expect(Self.shape(cache) == [[30, 20, 10], [10, 0, 10]])
        cache.insert(Self.interval(20, 10), in: Self.version)
        #expect(Self.shape(cache) == [[30, 0, 30]])
        let posts = cache.intervals(in: Self.version).intervals.flatMap(\.entries).map(\.author)
        #expect(posts == (0..<30).reversed())
    }

    @Test func longIntervalsAreNotJoined() {
        let cache = Self.cache()
        cache.insert(Self.interval(31, 10), in: Self.version)
        cache.insert(Self.interval(10, 0), in: Self.version)
        #expect(Self.shape(cache) == [[31, 10, 21], [10, 0, 10]])
    }

    @Test func theOldestIntervalsAreEvicted() {
        let cache = Self.cache(capacity: 70, joined: 0)
        for lower: UInt64 in [20, 40, 0, 60] {
            cache.insert(Self.interval(lower + 20, lower), in: Self.version)
        }
        // An interval of 20 posts counts as 22.
        #expect(Self.shape(cache) == [[80, 60, 20], [60, 40, 20], [40, 20, 20]])
        cache.insert(Self.interval(100, 80), in: Self.version)
        #expect(Self.shape(cache) == [[100, 80, 20], [80, 60, 20], [60, 40, 20]])
    }

    @Test func anIntervalThatOverlapsAnotherIsNotCached() {
        let cache = Self.cache()
        cache.insert(Self.interval(20, 10), in: Self.version)
        for (upper, lower) in [(25, 15), (15, 5), (19, 11), (30, 0)] as [(UInt64, UInt64)] {
            cache.insert(Self.interval(upper, lower), in: Self.version)
        }
        #expect(Self.shape(cache) == [[20, 10, 10]])
    }

    @Test func deletedPostsAreRemovedOnceTheyAreNoticed() {
        let cache = Self.cache()
        cache.insert(Self.interval(20, 10), in: Self.version)
        #expect(!cache.intervals(in: Self.version).mayContainDeleted)
        let later = PostAuthorsCache.Version(latePosts: 1, deletions: 2)
        #expect(cache.intervals(in: later).mayContainDeleted)
        cache.remove([Self.id(15), Self.id(99)], in: later)
        #expect(Self.shape(cache, later) == [[20, 10, 9]])
        // A snapshot before the deletion still contains the post.
        #expect(Self.shape(cache).isEmpty)
    }

    @Test func aLatePostInvalidatesEverything() {
        let cache = Self.cache()
        cache.insert(Self.interval(20, 10), in: Self.version)
        let later = PostAuthorsCache.Version(latePosts: 2, deletions: 1)
        #expect(Self.shape(cache, later).isEmpty)
        cache.insert(Self.interval(10, 0), in: later)
        cache.insert(Self.interval(30, 20), in: Self.version)
        #expect(Self.shape(cache, later) == [[10, 0, 10]])
        #expect(Self.shape(cache).isEmpty)
    }
}
