import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineSQL
@testable import TimelineSQLite

@Suite("A store that is restored under a running process")
struct CacheGenerationsTests {
    /// Checks that pages show restored data.
    ///
    /// The epochs after the restore are the same as before, but they represent different data.
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
            let update = ProfileUpdate(displayName: .set(name))
            try other.say(.profileUpdated(update), by: leia, at: world.clock.now)
            try other.close()
        }
        try rename("Lost")
        #expect(try await names() == ["Lost"])
        try RawStore(file).restore(from: backup)
        try rename("New")
        #expect(try await names() == ["New"])
    }

    /// Checks that nothing is written to the deleted file, where it would be lost.
    ///
    /// SQLite itself does not notice in WAL mode that the file was replaced.
    @Test func aFileThatReplacesTheOpenOneStopsAllTransactions() async throws {
        let world = try TestWorld(.sqliteFile)
        let leia = try await world.user("leia")
        let file = try #require(world.file)
        let backup = try TemporaryFolder.makeFile()
        try RawStore(backup).restore(from: file)
        for suffix in ["", "-wal", "-shm"] {
            let path = URL(filePath: file.path + suffix)
            if FileManager.default.fileExists(atPath: path.path) {
                try FileManager.default.removeItem(at: path)
            }
        }
        try FileManager.default.moveItem(at: backup, to: file)
        func expectFailure(_ body: () async throws -> Void) async {
            let error = await #expect(throws: TimelineError.self) { try await body() }
            #expect(error?.code == "storage-failed")
            #expect(error?.description.contains("replaced") == true)
        }
        await expectFailure { try await world.post(by: leia) }
        await expectFailure { _ = try await world.guest.page(of: .everyone) }
        await expectFailure {
            try world.repository.writeAccountsIfPossible { _, _ in Issue.record("written") }
        }
        let again = try world.openedAgain()
        try await again.post(by: leia)
        #expect(try await again.guest.page(of: .everyone).posts.count == 1)
    }

    /// Returns the cache for a snapshot that begins now, unless a different start is given.
    private static func cache(
        _ generations: CacheGenerations,
        _ epoch: Int,
        schema: Int64 = 1,
        since start: (cache: TimelineCache, epoch: Int)? = nil
    ) -> TimelineCache {
        let cache = generations.cache(
            for: epoch,
            schema: schema,
            since: start ?? generations.start()
        )
        cache.advance(to: epoch) { _ in nil }
        return cache
    }

    @Test func anEpochThatGoesBackwardsDropsTheCache() {
        let generations = CacheGenerations()
        let first = Self.cache(generations, 5)
        let late = generations.start()
        let second = Self.cache(generations, 3)
        #expect(first !== second)
        // A reader of the previous history continues to use its cache.
        #expect(Self.cache(generations, 5, since: late) === first)
        #expect(Self.cache(generations, 4) === second)
    }

    @Test func anotherSchemaDropsTheCache() {
        let generations = CacheGenerations()
        let first = Self.cache(generations, 5)
        #expect(Self.cache(generations, 9, schema: 2) !== first)
    }

    @Test func anOlderSnapshotDropsNothing() {
        let generations = CacheGenerations()
        let early = generations.start()
        let first = Self.cache(generations, 5)
        #expect(Self.cache(generations, 4, since: early) === first)
        #expect(Self.cache(generations, 5) === first)
        #expect(first.epoch == 5)
    }
}
