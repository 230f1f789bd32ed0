import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineSQLite

@Suite("The cache of users")
struct UsersCacheTests {
    private static let old = User(id: User.ID(number: 1), username: "leia")
    private static let new = User(id: User.ID(number: 1), username: "general")

    @Test func anOlderSnapshotNeitherReadsNorReplacesEntries() {
        let cache = UsersCache()
        cache.insert(Self.new, rowID: 1, version: 2)
        cache.insert(Self.old, rowID: 1, version: 1)
        #expect(cache.user(rowID: 1, version: 1) == nil)
        #expect(cache.user(rowID: 1, version: 2) == Self.new)
    }

    @Test func aNewerVersionInvalidatesAllEntries() {
        let cache = UsersCache()
        cache.insert(Self.old, rowID: 1, version: 1)
        cache.insert(Self.new, rowID: 2, version: 2)
        #expect(cache.user(rowID: 1, version: 2) == nil)
    }

    @Test func aFullCacheEvictsAllEntries() {
        let cache = UsersCache()
        for row in 0...10_000 { cache.insert(Self.new, rowID: Int64(row), version: 1) }
        #expect(cache.user(rowID: 0, version: 1) == nil)
        #expect(cache.user(rowID: 10_000, version: 1) == Self.new)
    }

    @Test func aLongProfileIsNotCached() {
        let cache = UsersCache()
        let bio = String(repeating: "é", count: 2000)
        cache.insert(User(id: User.ID(number: 1), username: "leia", bio: bio), rowID: 1, version: 1)
        #expect(cache.user(rowID: 1, version: 1) == nil)
    }

    /// A process of an earlier version, which does not know the counter, may have the store open.
    @Test func aTriggerCountsChangesOfProfiles() throws {
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
