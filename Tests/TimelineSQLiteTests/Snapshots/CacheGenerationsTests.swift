import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineSQLite

@Suite("A store that is restored under a running process")
struct CacheGenerationsTests {
    /// After the restore, the same counters stand for other data.
    @Test func pagesShowTheRestoredStore() async throws {
        let world = try TestWorld(.sqliteFile)
        let leia = try await world.user("leia")
        try await world.post(by: leia)
        let file = try #require(world.file)
        let backup = try TemporaryFolder.makeFile()
        try RawStore(backup).restore(from: file)
        func names() async throws -> [String?] {
            try await world.guest.page(of: .everyone).posts.map(\.author.displayName)
        }
        func rename(_ name: String) throws {
            let other = try SQLiteRepository(file: file)
            try other.apply(by: leia, in: world.clock.environment) { _ in
                [.profileUpdated(ProfileUpdate(displayName: .set(name)))]
            }
            try other.close()
        }
        try rename("Lost")
        #expect(try await names() == ["Lost"])
        try RawStore(file).restore(from: backup)
        try rename("New")
        #expect(try await names() == ["New"])
    }

    private static func history(
        _ counter: Int64,
        schema: Int64 = 1
    ) -> CacheGenerations.History {
        CacheGenerations.History(schema: schema, counters: [counter, 0], newest: .min)
    }

    @Test func countersThatGoBackwardsDropTheCaches() {
        let generations = CacheGenerations()
        let first = generations.caches(for: Self.history(5), since: generations.start())
        let late = generations.start()
        let second = generations.caches(for: Self.history(3), since: generations.start())
        #expect(first.users !== second.users)
        // A reader of the previous history keeps its caches.
        #expect(generations.caches(for: Self.history(5), since: late).users === first.users)
        let third = generations.caches(for: Self.history(4), since: generations.start())
        #expect(third.users === second.users)
    }

    @Test func anotherSchemaDropsTheCaches() {
        let generations = CacheGenerations()
        let first = generations.caches(for: Self.history(5), since: generations.start())
        let second = generations.caches(for: Self.history(9, schema: 2), since: generations.start())
        #expect(first.users !== second.users)
    }

    @Test func anOlderSnapshotDropsNothing() {
        let generations = CacheGenerations()
        let early = generations.start()
        let first = generations.caches(for: Self.history(5), since: generations.start())
        #expect(generations.caches(for: Self.history(4), since: early).users === first.users)
        let next = generations.caches(for: Self.history(5), since: generations.start())
        #expect(next.users === first.users)
    }
}
