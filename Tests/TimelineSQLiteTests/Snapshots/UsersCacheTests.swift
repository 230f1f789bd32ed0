import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineSQLite

@Suite("The users that pages remember")
struct UsersCacheTests {
    private static let old = User(id: User.ID(number: 1), username: "leia")
    private static let new = User(id: User.ID(number: 1), username: "general")

    @Test func aReaderOfAnEarlierMomentNeitherSeesNorSpoilsThem() {
        let cache = UsersCache()
        cache.insert(Self.new, 1, version: 2)
        cache.insert(Self.old, 1, version: 1)
        #expect(cache.user(1, version: 1) == nil)
        #expect(cache.user(1, version: 2) == Self.new)
    }

    @Test func anotherMomentForgetsThem() {
        let cache = UsersCache()
        cache.insert(Self.old, 1, version: 1)
        cache.insert(Self.new, 2, version: 2)
        #expect(cache.user(1, version: 2) == nil)
    }

    @Test func aFullOneBeginsAnew() {
        let cache = UsersCache()
        for row in 0...10_000 { cache.insert(Self.new, Int64(row), version: 1) }
        #expect(cache.user(0, version: 1) == nil)
        #expect(cache.user(10_000, version: 1) == Self.new)
    }

    @Test func whoWritesVeryMuchIsNotKept() {
        let cache = UsersCache()
        let bio = String(repeating: "é", count: 2000)
        cache.insert(User(id: User.ID(number: 1), username: "leia", bio: bio), 1, version: 1)
        #expect(cache.user(1, version: 1) == nil)
    }

    /// A program of an earlier version may have the store open, which knows nothing of the number.
    @Test func theTableItselfTellsOfChanges() throws {
        let file = try TemporaryFolder.makeFile()
        let repository = try Storage.open(file)
        var make = ChangeMaker()
        let (user, post) = (try make.user(.leia, "leia"), make.post(.leia))
        try repository.apply([user, post])
        func name() throws -> String? {
            try repository.read { try $0.post(post.post, for: nil) }?.author.displayName
        }
        #expect(try name() == nil)
        try RawStore(file).execute("UPDATE user SET display_name = 'General'")
        #expect(try name() == "General")
        let version = try RawStore(file).number("SELECT profiles FROM clock")
        try repository.apply([user, post])
        #expect(try RawStore(file).number("SELECT profiles FROM clock") == version)
    }
}
