import Testing
import TimelineCore

@testable import TimelineSQLite

@Suite("The cache of posts and their authors")
struct PostAuthorsCacheTests {
    private static let version = PostAuthorsCache.Version(latePosts: 1, deletions: 1)

    private static func moment(_ number: UInt64) -> PushID {
        PushID(milliseconds: 1_000_000 + number, random: (0, 0))
    }

    /// All moments from `upper`, which is not part of it, down to `lower`, with a post each.
    private static func stretch(_ upper: UInt64, _ lower: UInt64) -> PostAuthorsCache.Stretch {
        let entries = (lower..<upper).reversed()
            .map { PostAuthorsCache.Entry(post: moment($0), author: Int64($0)) }
        return PostAuthorsCache.Stretch(entries, from: moment(upper), to: moment(lower))
    }

    private static func cache(capacity: Int = 1000, joined: Int = 30) -> PostAuthorsCache {
        PostAuthorsCache(limits: .init(capacity: capacity, stretch: 100, joined: joined))
    }

    /// The bounds and the number of posts of each cached stretch, the newest first.
    private static func shape(
        _ cache: PostAuthorsCache,
        _ version: PostAuthorsCache.Version = version
    ) -> [[Int]] {
        cache.known(in: version).stretches
            .map { stretch in
                [stretch.upper, stretch.lower].map { Int($0.milliseconds) - 1_000_000 }
                    + [stretch.entries.count]
            }
    }

    @Test func adjacentStretchesAreJoinedOnBothSides() {
        let cache = Self.cache()
        cache.keep(Self.stretch(30, 20), in: Self.version)
        cache.keep(Self.stretch(10, 0), in: Self.version)
        #expect(Self.shape(cache) == [[30, 20, 10], [10, 0, 10]])
        cache.keep(Self.stretch(20, 10), in: Self.version)
        #expect(Self.shape(cache) == [[30, 0, 30]])
        let posts = cache.known(in: Self.version).stretches.flatMap(\.entries).map(\.author)
        #expect(posts == (0..<30).reversed())
    }

    @Test func longStretchesAreNotJoined() {
        let cache = Self.cache()
        cache.keep(Self.stretch(31, 10), in: Self.version)
        cache.keep(Self.stretch(10, 0), in: Self.version)
        #expect(Self.shape(cache) == [[31, 10, 21], [10, 0, 10]])
    }

    @Test func theOldestStretchesAreEvicted() {
        let cache = Self.cache(capacity: 70, joined: 0)
        for lower: UInt64 in [20, 40, 0, 60] {
            cache.keep(Self.stretch(lower + 20, lower), in: Self.version)
        }
        // A stretch of 20 posts counts as 22.
        #expect(Self.shape(cache) == [[80, 60, 20], [60, 40, 20], [40, 20, 20]])
        cache.keep(Self.stretch(100, 80), in: Self.version)
        #expect(Self.shape(cache) == [[100, 80, 20], [80, 60, 20], [60, 40, 20]])
    }

    @Test func aStretchThatOverlapsAnotherIsNotCached() {
        let cache = Self.cache()
        cache.keep(Self.stretch(20, 10), in: Self.version)
        for (upper, lower) in [(25, 15), (15, 5), (19, 11), (30, 0)] as [(UInt64, UInt64)] {
            cache.keep(Self.stretch(upper, lower), in: Self.version)
        }
        #expect(Self.shape(cache) == [[20, 10, 10]])
    }

    @Test func deletedPostsAreRemovedOnceTheyAreNoticed() {
        let cache = Self.cache()
        cache.keep(Self.stretch(20, 10), in: Self.version)
        #expect(!cache.known(in: Self.version).mayHoldDeleted)
        let later = PostAuthorsCache.Version(latePosts: 1, deletions: 2)
        #expect(cache.known(in: later).mayHoldDeleted)
        cache.forget([Self.moment(15), Self.moment(99)], in: later)
        #expect(Self.shape(cache, later) == [[20, 10, 9]])
        // A snapshot before the deletion still contains the post.
        #expect(Self.shape(cache).isEmpty)
    }

    @Test func aLatePostInvalidatesEverything() {
        let cache = Self.cache()
        cache.keep(Self.stretch(20, 10), in: Self.version)
        let later = PostAuthorsCache.Version(latePosts: 2, deletions: 1)
        #expect(Self.shape(cache, later).isEmpty)
        cache.keep(Self.stretch(10, 0), in: later)
        cache.keep(Self.stretch(30, 20), in: Self.version)
        #expect(Self.shape(cache, later) == [[10, 0, 10]])
        #expect(Self.shape(cache).isEmpty)
    }
}
