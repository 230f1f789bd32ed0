import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("The doctor finds each kind of damage")
struct DoctorTests {
    private let world: TestWorld
    private let leia: User.ID
    private let post: PostView
    private let blobs: FolderBlobStore

    init() async throws {
        world = try TestWorld(.sqliteFile)
        leia = try await world.user("leia")
        post = try await world.post(by: leia, seed: 1)
        try await world.post(by: leia, seed: 2)
        blobs = try FolderBlobStore(folder: try #require(world.folder).appending(path: "blobs"))
    }

    private var blob: BlobID { post.photos[0].blob }

    private func expect(
        _ findings: [HealthFinding],
        repairable: Bool,
        _ location: SourceLocation = #_sourceLocation
    ) async throws {
        #expect(try await world.owner.examine() == findings, sourceLocation: location)
        #expect(findings.allSatisfy { $0.isRepairable == repairable }, sourceLocation: location)
        let repaired = try await world.owner.examine(repairing: true)
        #expect(repaired == findings, sourceLocation: location)
        let rest = try await world.owner.examine()
        #expect(rest == (repairable ? [] : findings), sourceLocation: location)
    }

    @Test func aHealthyStoreHasNoFindings() async throws {
        let seen = Lock<[[Int]]>([])
        let findings = try await world.owner.examine { done, total in
            seen.withLock { $0.append([done, total]) }
        }
        #expect(findings.isEmpty)
        #expect(seen.withLock { $0 } == [[1, 2], [2, 2]])
    }

    @Test func aFlippedByte() async throws {
        var content = try Data(contentsOf: blobs.path(for: blob))
        content[content.count - 20] ^= 1
        try content.write(to: blobs.path(for: blob))
        try await expect([.photoChanged(blob, of: [post.id])], repairable: false)
        await #expect(throws: TimelineError.self) {
            try await world.session(leia).data(of: post.photos[0])
        }
    }

    @Test func aDeletedFile() async throws {
        try FileManager.default.removeItem(at: blobs.path(for: blob))
        try await expect([.photoMissing(blob, of: [post.id])], repairable: false)
    }

    @Test func anOrphanedPhoto() async throws {
        let orphan = try blobs.put(TestPhotos.png(seed: 9))
        try await expect([.photoOrphaned(orphan)], repairable: true)
        #expect(try !blobs.contains(orphan))
        #expect(try blobs.contains(blob))
        let aside = blobs.folder.appending(path: ".orphaned").appending(path: orphan.description)
        #expect(try Data(contentsOf: aside) == TestPhotos.png(seed: 9))
    }

    @Test func aPostWithoutPhotos() async throws {
        let file = try #require(world.file)
        try RawStore(file).execute("DELETE FROM photo WHERE post = (SELECT min(id) FROM post)")
        let sentence = "Photo 1 of the post \(post.id) is missing."
        // Until the repair, the picture seems to be orphaned.
        let findings = try await world.owner.examine()
        #expect(findings == [.projectionWrong(sentence), .photoOrphaned(blob)])
        #expect(try await world.owner.examine(repairing: true) == [.projectionWrong(sentence)])
        #expect(try await world.owner.examine().isEmpty)
    }

    @Test func anAnnouncedBlobIsNotOrphaned() async throws {
        let id = BlobID(of: TestPhotos.png(seed: 9))
        try blobs.reserving([id], as: .storing) { _ = try blobs.put(TestPhotos.png(seed: 9)) }
        #expect(try await world.owner.examine() == [.photoOrphaned(id)])
        let note = blobs.folder.appending(path: ".reserved").appending(path: UUID().uuidString)
        try Data(id.description.utf8).write(to: note)
        #expect(try await world.owner.examine().isEmpty)
    }

    @Test func anEditedCount() async throws {
        let file = try #require(world.file)
        try RawStore(file).execute("UPDATE user SET post_count = 5")
        let finding = HealthFinding.projectionWrong("The post count of @leia is 5, not 2.")
        try await expect([finding], repairable: true)
        #expect(try await world.guest.profile(of: leia).postCount == 2)
    }

    @Test func anEditedLikeCount() async throws {
        let file = try #require(world.file)
        try RawStore(file).execute("UPDATE post SET like_count = 3 WHERE caption = ''")
        let findings = try await world.owner.examine(repairing: true)
        #expect(findings.count == 2)
        let sentence = "The like count of the post \(post.id) is 3, not 0."
        #expect(findings.first == .projectionWrong(sentence))
        #expect(try await world.owner.examine().isEmpty)
    }

    @Test func rowsWithABrokenReference() async throws {
        let file = try #require(world.file)
        try RawStore(file).execute("PRAGMA foreign_keys = OFF; DELETE FROM post")
        let findings = try await world.owner.examine(repairing: true)
        #expect(findings.first == .projectionWrong("The post \(post.id) is missing."))
        #expect(findings.allSatisfy { $0.isRepairable })
        #expect(try await world.owner.examine().isEmpty)
        #expect(try await world.guest.profile(of: leia).postCount == 2)
    }

    @Test func aPrivateRowWithABrokenReference() async throws {
        let file = try #require(world.file)
        try RawStore(file)
            .execute(
                "PRAGMA foreign_keys = OFF; INSERT INTO restriction VALUES (zeroblob(16), 1, randomblob(16), 1, 1, NULL)"
            )
        let fault = "1 restriction rows refer to missing rows of account"
        try await expect([.storageDamaged(fault)], repairable: false)
    }

    @Test("A user who seems to have left keeps their pictures")
    func aRemovedUserWithoutARecord() async throws {
        try RawStore(try #require(world.file))
            .execute(
                """
                UPDATE user SET is_deleted = 1, username = NULL, username_stamp = NULL,
                    shown_name = NULL, search_key = NULL
                """
            )
        #expect(try await !world.owner.examine(repairing: true).isEmpty)
        #expect(try await world.owner.examine().isEmpty)
        #expect(try blobs.isWhole(blob))
        #expect(try await world.guest.profile(of: leia).postCount == 2)
    }

    @Test func anAvatarIsNotOrphaned() async throws {
        try await world.session(leia)
            .updateProfile(
                ProfileUpdate(),
                avatar: TestPhotos.file(seed: 7)
            )
        #expect(try await world.owner.examine().isEmpty)
    }

    @Test func anEditedName() async throws {
        try RawStore(try #require(world.file)).execute("UPDATE user SET shown_name = 'luke'")
        let name = HealthFinding.projectionWrong(
            "The displayed username of @leia is “luke”, not “leia”."
        )
        try await expect([name], repairable: true)
        #expect(try await world.guest.user(withUsername: "leia").id == leia)
    }

    @Test func anEditedSearchKey() async throws {
        try RawStore(try #require(world.file)).execute("UPDATE user SET search_key = 'luke'")
        let findings = try await world.owner.examine(repairing: true)
        let sentence = "The search key of @leia is “luke”, not “leia”."
        #expect(findings.first == .projectionWrong(sentence))
        #expect(try await world.owner.examine().isEmpty)
        let found = try world.repository.read { try $0.users(UserQuery(matching: "eia")) }
        #expect(found.map(\.id) == [leia])
    }

    @Test func aClockBehindTheData() async throws {
        try RawStore(try #require(world.file))
            .execute(
                """
                UPDATE clock SET newest = zeroblob(15);
                UPDATE user SET newest_stamp = zeroblob(15);
                """
            )
        let findings = try await world.owner.examine(repairing: true)
        #expect(findings.count == 2 && findings.allSatisfy(\.isRepairable))
        #expect(
            findings.last?.description == "The counters of the store do not fit its records."
        )
        #expect(try await world.owner.examine().isEmpty)
    }

    /// Damage of tables that SQLite's own check does not find, and of counters.
    private static let damages = [
        ("DROP INDEX post_author", "The index post_author is missing."),
        ("DROP TRIGGER user_search_update", "The trigger user_search_update is missing."),
        ("DROP TABLE mention", "The table mention is missing."),
        ("DROP TABLE post_tag; DROP TABLE user_search", "The table user_search is missing."),
        ("DELETE FROM clock", "The counters of the store are missing."),
        (
            "INSERT INTO rejection_count VALUES (x'', 1, 1)",
            "The numbers of rejected records are wrong."
        ),
        ("UPDATE clock SET epoch = 0", "The counters of the store do not fit its records."),
        (
            "UPDATE clock SET newest = x'ffffffffffffffffffffffffffffff'",
            "The counters of the store do not fit its records."
        ),
        (
            "UPDATE text_words_data SET block = zeroblob(length(block))", "are wrong."
        ), ("DELETE FROM user_search_data WHERE id > 10", "The index user_search is damaged."),
        ("UPDATE post_place_node SET data = x'00ff00ff'", "The index post_place is damaged."),
        ("UPDATE record SET arrival = arrival + 1000", "in a wrong place."),
    ]

    @Test("Damage of indexes, the schema and counters is repaired", arguments: damages)
    func structure(damage: String, sentence: String) async throws {
        try await world.post(by: leia, "red #sun with @leia", seed: 3)
        try RawStore(try #require(world.file)).execute(damage)
        let found = try await world.owner.examine()
        #expect(found.contains { $0.description.hasSuffix(sentence) }, "\(found)")
        let repaired = try await world.owner.examine(repairing: true)
        #expect(repaired.contains { $0.description.hasSuffix(sentence) }, "\(repaired)")
        #expect(repaired.filter { !$0.isRepairable } == [])
        #expect(try await world.owner.examine() == [])
        try await world.post(by: leia, "green #moon", seed: 4)
        let words = try world.repository.read { reader in
            try ["red", "green"].flatMap { try reader.words(startingWith: $0, limit: 1) }
        }
        #expect(words.count == 2)
        let users = try world.repository.read { try $0.users(UserQuery(matching: "eia")) }
        #expect(users.map(\.id) == [leia])
        #expect(try await world.owner.examine() == [])
    }

    @Test("Without the table of records, a repair deletes nothing")
    func aMissingTableOfRecords() async throws {
        let store = try RawStore(try #require(world.file))
        try store.execute("DROP TABLE record")
        let findings = try await world.owner.examine(repairing: true)
        #expect(findings.first == .storageDamaged("the table record is missing"))
        #expect(try store.number("SELECT count(*) FROM post") == 2)
        #expect(try blobs.isWhole(blob))
    }

    @Test("An index that lacks rows is built again")
    func anIndexWithWrongRows() async throws {
        let file = try #require(world.file)
        try RawStore(file)
            .execute(
                """
                CREATE TABLE kept AS SELECT * FROM sqlite_schema WHERE name = 'post_arrival';
                PRAGMA writable_schema = ON;
                DELETE FROM sqlite_schema WHERE name = 'post_arrival';
                """
            )
        try RawStore(file)
            .execute(
                """
                UPDATE post SET arrival = arrival + 100;
                PRAGMA writable_schema = ON;
                INSERT INTO sqlite_schema SELECT * FROM kept;
                DROP TABLE kept;
                """
            )
        let findings = try await world.owner.examine(repairing: true)
        #expect(findings.first == .projectionWrong("The index post_arrival is damaged."))
        #expect(findings.allSatisfy { $0.isRepairable })
        #expect(try await world.owner.examine() == [])
    }

    @Test("A newest stamp in the future is damage, and not a clock that was ahead")
    func aDamagedNewestStamp() async throws {
        let stamp = "x'ffffffffffffffffffffffffffffff'"
        try RawStore(try #require(world.file))
            .execute("UPDATE user SET newest_stamp = \(stamp); UPDATE clock SET newest = \(stamp)")
        #expect(try await world.owner.usersAheadOfClock().isEmpty)
        let findings = try await world.owner.examine(repairing: true)
        #expect(findings.count == 2 && findings.allSatisfy { $0.isRepairable })
        #expect(try await world.owner.examine() == [])
        try await world.post(by: leia, "later", seed: 3)
    }

    @Test func damagedKeys() async throws {
        try RawStore(try #require(world.file))
            .execute("UPDATE private_value SET value = x'00' WHERE key LIKE 'keys/%'")
        try await expect([.keysDamaged(leia, username: "leia")], repairable: false)
    }

    @Test("Another process forgets the pages that it has read before a repair")
    func pagesOfOthers() async throws {
        let other = try world.openedAgain()
        try RawStore(try #require(world.file))
            .execute("PRAGMA foreign_keys = OFF; DELETE FROM post")
        #expect(try await other.session(leia).timeline().posts == [])
        _ = try await world.owner.examine(repairing: true)
        #expect(try await other.session(leia).timeline().posts.count == 2)
    }

    @Test func anUnreadablePhotoHidesNoOtherFinding() async throws {
        let path = blobs.path(for: blob)
        try FileManager.default.removeItem(at: path)
        try FileManager.default.createDirectory(at: path, withIntermediateDirectories: false)
        let other = try blobs.put(TestPhotos.png(seed: 9))
        try await expect(
            [
                .photoUnreadable(blob, of: [post.id], reason: "it is not a file"),
                .photoOrphaned(other),
            ],
            second: [.photoUnreadable(blob, of: [post.id], reason: "it is not a file")]
        )
    }

    private func expect(_ first: [HealthFinding], second: [HealthFinding]) async throws {
        #expect(try await world.owner.examine(repairing: true) == first)
        #expect(try await world.owner.examine() == second)
    }

    @Test func aSymbolicLinkIsNotFollowed() async throws {
        let path = blobs.path(for: blob)
        let target = path.deletingLastPathComponent().appending(path: "elsewhere")
        try FileManager.default.moveItem(at: path, to: target)
        try FileManager.default.createSymbolicLink(at: path, withDestinationURL: target)
        let reason = "it is a symbolic link"
        try await expect(
            [.photoUnreadable(blob, of: [post.id], reason: reason)],
            repairable: false
        )
        // Posting the picture again replaces the link.
        try await world.post(by: leia, seed: 1)
        #expect(try await world.owner.examine().isEmpty)
        #expect(FileManager.default.fileExists(atPath: target.path))
    }

    @Test func aQuarantinedPhotoThatIsReferencedAgain() async throws {
        try blobs.removeOrphaned([blob], retaining: true) { _ in [] }
        try await expect([.photoSetAside(blob, of: [post.id])], repairable: true)
        #expect(try blobs.isWhole(blob))
        #expect(try !blobs.isSetAside(blob))
    }
}
