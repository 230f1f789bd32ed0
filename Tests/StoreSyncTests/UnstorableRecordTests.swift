import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineSync

/// Records that violate a constraint of the tables, which a fault in the rules of records would
/// allow.
@Suite("Records that the tables cannot hold")
struct UnstorableRecordTests {
    @Test("A session rejects only them, for good")
    func session() async throws {
        let (anna, ben) = try await Self.friends()
        let raw = try RawStore(try #require(ben.world.file))
        try raw.refusePoison()
        let report = try await Friends.connect(ben, anna)
        #expect(report.recordsRejected == 1)
        #expect(try await ben.captions().sorted() == ["after", "before"])
        let rejections = try ben.world.repository.read { try $1.rejectionSources() }
        #expect(rejections.map(\.reason) == [.unusable])
        #expect(rejections.map(\.author) == [anna.user])
        // It counts as held, also after the fault has been repaired.
        let again = try await Friends.connect(ben, anna)
        #expect(again.recordsReceived == 0 && again.recordsRejected == 0)
        try raw.execute("DROP TRIGGER poison")
        #expect(try await ben.world.owner.examine().isEmpty)
    }

    @Test("A folder with one gives the other records")
    func folder() async throws {
        let (anna, ben) = try await Self.friends()
        try RawStore(try #require(ben.world.file)).refusePoison()
        let folder = try TemporaryFolder.make().path
        try await anna.sync.sync(folder: folder, isOwn: false)
        let report = try await ben.sync.sync(folder: folder, isOwn: false)
        #expect(report.recordsRejected == 1)
        #expect(try await ben.captions().sorted() == ["after", "before"])
        #expect(try await ben.sync.sync(folder: folder, isOwn: false).recordsRejected == 0)
    }

    @Test(
        "A damaged record of another user is repaired by a sync, and the others go on before",
        arguments: ["body = zeroblob(length(body))", "signature = zeroblob(64)"]
    )
    func damaged(damage: String) async throws {
        let (anna, ben) = try await Self.friends()
        _ = try await Friends.connect(ben, anna)
        let original = try await ben.session.timeline().posts
        let file = try #require(ben.world.file)
        let post = "(SELECT id FROM post WHERE caption = 'poison')"
        try RawStore(file)
            .execute(
                "UPDATE record SET \(damage) WHERE kind = 5 AND substr(register, -15) = \(post)"
            )
        anna.tick()
        try await anna.session.post([TestPhotos.file(seed: 8)], caption: "more")
        #expect(try await Friends.connect(ben, anna).recordsReceived == 1)

        let findings = try await ben.world.owner.examine(repairing: true)
        #expect(findings.contains { $0.isOfRecord })
        #expect(try await ben.captions().sorted() == ["after", "before", "more"])
        #expect(try await Friends.connect(ben, anna).recordsReceived == 1)
        #expect(try await ben.session.timeline().posts.dropFirst() == original[...])
        #expect(try await ben.world.owner.examine().isEmpty)
    }

    @Test("A damaged record comes back from a folder that was read before")
    func damagedWithFolder() async throws {
        let friends = try await Friends(.sqliteFile)
        let (anna, ben) = (friends.anna, friends.ben)
        try await ben.sync.follow(anna.user)
        try await anna.world.post(by: anna.user, "one", seed: 3)
        try await friends.syncFolder()
        try RawStore(try #require(ben.world.file))
            .execute("UPDATE record SET body = zeroblob(length(body)) WHERE kind = 5")
        _ = try await ben.world.owner.examine(repairing: true)
        try await StoreSync.rereadFolders(in: ben.world.owner)
        try await friends.syncFolder()
        #expect(try await ben.captions() == ["one"])
        #expect(try await ben.world.owner.examine().isEmpty)
    }

    @Test("Rejections for other reasons do not use up their limit")
    func otherRejections() async throws {
        let (anna, ben) = try await Self.friends()
        let raw = try RawStore(try #require(ben.world.file))
        try raw.execute(
            """
            WITH RECURSIVE number (n) AS (
                SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < \(SessionLimits.rejections)
            )
            INSERT INTO rejection (record, scope, reason, author, time, key)
            SELECT randomblob(32), zeroblob(16), \(RejectionReason.notHeld.rawValue), zeroblob(16),
                n, zeroblob(8)
            FROM number;
            INSERT INTO rejection_count
            SELECT author, reason, count(*) FROM rejection GROUP BY author, reason
            UNION ALL SELECT x'', reason, count(*) FROM rejection GROUP BY reason;
            """
        )
        try raw.refusePoison()
        let folder = try TemporaryFolder.make().path
        try await anna.sync.sync(folder: folder, isOwn: false)
        #expect(try await ben.sync.sync(folder: folder, isOwn: false).recordsRejected == 1)
        let counts = try ben.world.repository.read { try $1.rejectionCounts(by: nil) }
        #expect(counts == [.notHeld: SessionLimits.rejections, .unusable: 1])
    }

    /// Returns two sites, of which the first has three posts for the other.
    private static func friends() async throws -> (anna: Site, ben: Site) {
        let anna = try await Site(.inMemory, "anna", seed: 1)
        let ben = try await Site(.sqliteFile, "ben", seed: 2)
        try await anna.addPeer(ben)
        try await ben.addPeer(anna)
        try await ben.sync.follow(anna.user)
        for (index, caption) in ["before", "poison", "after"].enumerated() {
            anna.tick()
            try await anna.session.post([TestPhotos.file(seed: index)], caption: caption)
        }
        return (anna, ben)
    }
}

extension RawStore {
    /// Makes the table of posts refuse those with the caption "poison".
    fileprivate func refusePoison() throws {
        try execute(
            """
            CREATE TRIGGER poison BEFORE INSERT ON post WHEN new.caption = 'poison' BEGIN
                SELECT raise(ABORT, 'poison');
            END
            """
        )
    }
}
