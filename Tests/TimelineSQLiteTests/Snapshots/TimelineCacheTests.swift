import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineSQL
@testable import TimelineSQLite

@Suite("The cache of a store")
struct TimelineCacheTests {
    private static let leia = User(id: User.ID(number: 1), username: "leia")

    private static func users(_ row: Int64) -> UserBitmap {
        var users = UserBitmap()
        users.insert(row)
        return users
    }

    private static func id(_ number: UInt64) -> PushID {
        PushID(milliseconds: number, bits: (0, 0))
    }

    /// An interval from 0 to 100 milliseconds with a post every ten milliseconds.
    private static let interval = PostInterval(
        stride(from: 90, through: 0, by: -10)
            .map { PostInterval.Entry(post: id(UInt64($0)), author: Int64($0)) },
        from: id(100),
        to: id(0)
    )

    /// Returns a cache at the given epoch, filled with an interval, a viewer and a user.
    private static func cache(at epoch: Int) -> TimelineCache {
        let cache = TimelineCache()
        cache.advance(to: epoch) { _ in nil }
        cache.insert(interval, at: epoch)
        cache.insert(users(1), by: 1, at: epoch)
        cache.insert(leia, rowID: 1, at: epoch)
        return cache
    }

    private static func posts(_ cache: TimelineCache, at epoch: Int) -> [Int64] {
        cache.posts(at: epoch).intervals.flatMap(\.entries).map(\.author)
    }

    @Test func aSnapshotOfAnotherEpochNeitherReadsNorAddsEntries() {
        let cache = Self.cache(at: 5)
        for epoch in [4, 6] {
            #expect(Self.posts(cache, at: epoch).isEmpty)
            #expect(cache.followed(by: 1, at: epoch) == nil)
            #expect(cache.user(rowID: 1, at: epoch) == nil)
            cache.insert(PostInterval([], from: .max, to: Self.id(100)), at: epoch)
            cache.insert(Self.users(2), by: 2, at: epoch)
            cache.insert(Self.leia, rowID: 2, at: epoch)
        }
        #expect(cache.posts(at: 5).intervals.count == 1)
        #expect(cache.followed(by: 1, at: 5) != nil && cache.followed(by: 2, at: 5) == nil)
        #expect(cache.user(rowID: 1, at: 5) == Self.leia && cache.user(rowID: 2, at: 5) == nil)
    }

    @Test func aLaterEpochUpdatesPostsAndDropsTheRest() {
        let cache = Self.cache(at: 5)
        cache.advance(to: 5) { _ in
            Issue.record("The epoch is not later.")
            return nil
        }
        cache.advance(to: 8) { since in
            #expect(since == 5)
            let added = [15, 200].map { PostInterval.Entry(post: Self.id($0), author: 7) }
            return (added, [Self.id(20), Self.id(300)])
        }
        #expect(Self.posts(cache, at: 8) == [90, 80, 70, 60, 50, 40, 30, 7, 10, 0])
        #expect(Self.posts(cache, at: 5).isEmpty)
        #expect(cache.followed(by: 1, at: 8) == nil && cache.user(rowID: 1, at: 8) == nil)
        cache.advance(to: 7) { _ in
            Issue.record("The epoch is not later.")
            return nil
        }
        #expect(cache.epoch == 8)
    }

    @Test func tooManyChangesDropAllPosts() {
        let cache = Self.cache(at: 5)
        cache.advance(to: 6) { _ in nil }
        #expect(cache.posts(at: 6).intervals.isEmpty)
    }

    /// Checks that an update is dropped if another snapshot has already advanced the cache to the
    /// same epoch.
    @Test func anUpdateThatComesTooLateIsDropped() {
        let cache = Self.cache(at: 5)
        cache.advance(to: 6) { _ in
            cache.advance(to: 6) { _ in ([], [Self.id(90)]) }
            return ([], [Self.id(80)])
        }
        #expect(Self.posts(cache, at: 6).prefix(2) == [80, 70])
    }

    @Test func oneViewerTooManyEvictsAll() {
        let cache = TimelineCache(viewers: 2)
        cache.advance(to: 1) { _ in nil }
        for row: Int64 in 1...2 { cache.insert(Self.users(row), by: row, at: 1) }
        for row: Int64 in 1...2 { #expect(cache.followed(by: row, at: 1)?.contains(row) == true) }
        cache.insert(Self.users(3), by: 3, at: 1)
        for row: Int64 in 1...3 { #expect((cache.followed(by: row, at: 1) != nil) == (row == 3)) }
    }

    @Test func usersAreEvictedBySize() {
        let bio = String(repeating: "é", count: 2000)
        let long = User(id: User.ID(number: 1), username: "leia", bio: bio)
        let cache = TimelineCache(userBytes: 10_000)
        cache.advance(to: 1) { _ in nil }
        for row: Int64 in 0...2 { cache.insert(long, rowID: row, at: 1) }
        #expect(cache.user(rowID: 0, at: 1) == nil && cache.user(rowID: 2, at: 1) == long)
        let small = TimelineCache(userBytes: 3000)
        small.advance(to: 1) { _ in nil }
        small.insert(long, rowID: 0, at: 1)
        #expect(small.user(rowID: 0, at: 1) == nil)
    }

    @Test func aUserInsertedByTwoReadersCountsOnce() {
        let bio = String(repeating: "é", count: 2000)
        let long = User(id: User.ID(number: 1), username: "leia", bio: bio)
        let cache = TimelineCache(userBytes: 10_000)
        cache.advance(to: 1) { _ in nil }
        for row: Int64 in [0, 0, 1] { cache.insert(long, rowID: row, at: 1) }
        #expect(cache.user(rowID: 0, at: 1) == long && cache.user(rowID: 1, at: 1) == long)
    }

    @Test func anotherProcessChangesAProfile() throws {
        let file = try TemporaryFolder.makeFile()
        let (repository, other) = (try Storage.open(file), try Storage.open(file))
        var make = RecordMaker()
        let (user, post) = (try make.user(.leia, "leia"), try make.post(.leia))
        try repository.apply([user, post])
        func name() throws -> String? {
            try repository.read { try $0.post(post.post, for: nil) }?.author.displayName
        }
        #expect(try name() == nil)
        let update = ProfileUpdate(displayName: .set("General"))
        try other.apply([make.record(.leia, .profileUpdated(update))])
        #expect(try name() == "General")
    }
}
