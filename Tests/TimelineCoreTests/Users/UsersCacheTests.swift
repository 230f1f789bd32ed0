import Testing
import TimelineCore
import TimelineTestSupport

@testable import TimelineSQLite

@Suite("The users that pages remember")
struct UsersCacheTests {
    private static let old = User(id: User.ID(number: 1), username: "leia")
    private static let new = User(id: User.ID(number: 1), username: "general")

    @Test func aReaderOfAnEarlierMomentNeitherSeesNorSpoilsThem() {
        let cache = UsersCache()
        cache.keep(Self.new, 1, version: 2)
        cache.keep(Self.old, 1, version: 1)
        #expect(cache.user(1, version: 1) == nil)
        #expect(cache.user(1, version: 2) == Self.new)
    }

    @Test func anotherMomentForgetsThem() {
        let cache = UsersCache()
        cache.keep(Self.old, 1, version: 1)
        cache.keep(Self.new, 2, version: 2)
        #expect(cache.user(1, version: 2) == nil)
    }

    @Test func aFullOneBeginsAnew() {
        let cache = UsersCache()
        for row in 0...10_000 { cache.keep(Self.new, Int64(row), version: 1) }
        #expect(cache.user(0, version: 1) == nil)
        #expect(cache.user(10_000, version: 1) == Self.new)
    }
}
