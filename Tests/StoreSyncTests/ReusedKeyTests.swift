import Foundation
import Testing
import TimelineCore
@testable import TimelineSync
import TimelineTestDoubles
import TimelineTestSupport
import TimelineTesting

@Suite("A device key in two places")
struct ReusedKeyTests {
    /// Returns a site with a copy of a store, like a restored backup.
    private static func restore(_ site: Site, seed: UInt64) throws -> Site {
        let file = try #require(site.world.file)
        let folder = try TemporaryFolder.make()
        let copy = folder.appending(path: "timeline.sqlite")
        try RawStore(file).execute("VACUUM INTO '\(copy.path)'")
        let clock = TestEnvironment(seed: seed)
        clock.advance(
            by: site.world.clock.environment.now().timeIntervalSince(TestEnvironment.start)
        )
        let world = try TestWorld(
            repository: Storage.open(copy),
            blobs: FolderBlobStore(folder: folder.appending(path: "blobs")),
            clock: clock,
            folder: folder
        )
        return Site(restored: world, user: site.user)
    }

    private static func sync(_ sites: [Site], _ folder: String) async throws -> [SyncReport] {
        var reports: [SyncReport] = []
        for site in sites {
            for other in sites { other.world.clock.advance(by: 1) }
            reports.append(try await site.sync.sync(folder: folder, isOwn: true))
        }
        return reports
    }

    @Test("An author with an older backup receives the later posts from the first follower")
    func olderBackup() async throws {
        let friends = try await Friends(.sqliteFile)
        let (anna, ben) = (friends.anna, friends.ben)
        try await anna.world.post(by: anna.user, "before")
        let restored = try Self.restore(anna, seed: 3)
        anna.tick()
        try await anna.world.post(by: anna.user, "after")
        try await ben.sync.follow(anna.user)
        #expect(try await Conversation(ben, anna).isFinished)
        restored.world.clock.advance(by: 10)
        #expect(try await Conversation(ben, restored).isFinished)
        #expect(try anna.records(of: [anna.user]) == restored.records(of: [anna.user]))
    }

    @Test("After a backup was restored on a second device, each receives a key of its own")
    func restored() async throws {
        let first = try await Site(.sqliteFile, "anna", seed: 1)
        try await first.world.post(by: first.user, "before")
        let folder = try TemporaryFolder.make().path
        _ = try await Self.sync([first], folder)
        let second = try Self.restore(first, seed: 2)
        let key = try first.store().device
        #expect(try second.store().device == key)
        try await first.world.post(by: first.user, "first", seed: 2)
        second.world.clock.advance(by: 1)
        try await second.world.post(by: second.user, "second", seed: 3)

        let reports = try await Self.sync([first, second, first], folder)
        #expect(reports.map(\.isKeyUsedElsewhere) == [false, true, true])
        #expect(try await second.sync.status().needsNewKey)
        #expect(try await second.world.logIn("anna").hasNewDeviceKey)
        #expect(try second.store().device != key)
        #expect(try await !second.world.logIn("anna").hasNewDeviceKey, "Only once")
        #expect(try await !second.sync.status().needsNewKey)
        #expect(try await second.sync.isOwn(folder: folder) == true)
        let ended = try await second.sync.devices().filter { $0.revokedAt != nil }.map(\.id)
        #expect(ended == [key])

        _ = try await Self.sync([second, first], folder)
        #expect(try await first.sync.status().needsNewKey)
        #expect(try await first.world.logIn("anna").hasNewDeviceKey)
        for (site, caption) in [(first, "first again"), (second, "second again")] {
            for other in [first, second] { other.world.clock.advance(by: 5) }
            try await site.world.post(by: site.user, caption, seed: 4)
        }
        let last = try await Self.sync([first, second, first, second], folder)
        #expect(last.suffix(2).allSatisfy { !$0.isKeyUsedElsewhere })
        let captions = ["second again", "first again", "second", "first", "before"]
        #expect(try await first.captions() == captions)
        #expect(try await second.captions() == captions)
        #expect(try first.records(of: [first.user]) == second.records(of: [first.user]))
    }

    @Test("A session notices records of its own key that it does not know")
    func session() async throws {
        let first = try await Site(.sqliteFile, "anna", seed: 1)
        try await first.world.post(by: first.user, "before")
        let second = try Self.restore(first, seed: 2)
        let friend = try await Site(.sqliteInMemory, "ben", seed: 3)
        for site in [first, second] { try await site.sync.addPeer(friend.user) }
        try await friend.addPeer(first)
        try await friend.sync.follow(first.user)
        for site in [first, second, friend] { site.world.clock.advance(by: 60) }
        try await first.world.post(by: first.user, "first", seed: 2)
        while try await Friends.connect(friend, first).needsAnotherSync {}
        try await friend.addPeer(second)
        while try await Friends.connect(friend, second).needsAnotherSync {}
        #expect(try await second.sync.status().needsNewKey)
        #expect(try await !first.sync.status().needsNewKey)
        #expect(try await second.world.logIn("anna").hasNewDeviceKey)
        #expect(try await second.captions() == ["first", "before"])
    }
}
