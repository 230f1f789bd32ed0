import Testing
import TimelineCore

@testable import TimelineSQLite

@Suite("The cache of followed users")
struct FollowedUsersCacheTests {
    private static let version = FollowedUsersCache.Version(following: 1, latePosts: 1)
    private static let gap = FollowedUsersCache.Gap(lower: .min, upper: .max)

    private static func users(_ row: Int64) -> UserBitmap {
        var users = UserBitmap()
        users.insert(row)
        return users
    }

    @Test func oneViewerTooManyEvictsAll() {
        let cache = FollowedUsersCache(capacity: 2)
        for row: Int64 in 1...2 { cache.insert(Self.users(row), of: row, version: Self.version) }
        for row: Int64 in 1...2 {
            #expect(cache.users(of: row, version: Self.version)?.users.contains(row) == true)
        }
        cache.insert(Self.users(3), of: 3, version: Self.version)
        for row: Int64 in 1...3 {
            #expect((cache.users(of: row, version: Self.version) != nil) == (row == 3))
        }
    }

    @Test func aCachedViewerEvictsNobody() {
        let cache = FollowedUsersCache(capacity: 2)
        for row: Int64 in [1, 2, 1] {
            cache.insert(Self.users(row), gap: Self.gap, of: row, version: Self.version)
        }
        for row: Int64 in 1...2 { #expect(cache.users(of: row, version: Self.version) != nil) }
    }

    @Test func aFollowInvalidatesTheUsersAndALatePostTheGap() {
        let cache = FollowedUsersCache()
        cache.insert(Self.users(1), gap: Self.gap, of: 1, version: Self.version)
        #expect(cache.users(of: 1, version: Self.version)?.gap != nil)
        let late = FollowedUsersCache.Version(following: 1, latePosts: 2)
        #expect(cache.users(of: 1, version: late) != nil)
        #expect(cache.users(of: 1, version: late)?.gap == nil)
        let followed = FollowedUsersCache.Version(following: 2, latePosts: 1)
        #expect(cache.users(of: 1, version: followed) == nil)
    }
}
