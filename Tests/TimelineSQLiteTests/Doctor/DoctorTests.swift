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
        let findings = try await world.owner.examine()
        #expect(findings == [.storageDamaged("the post \(post.id) has no photos")])
    }

    @Test func anAnnouncedBlobIsNotOrphaned() async throws {
        let id = BlobID(of: TestPhotos.png(seed: 9))
        try blobs.announcing([id], as: .storing) { _ = try blobs.put(TestPhotos.png(seed: 9)) }
        #expect(try await world.owner.examine() == [.photoOrphaned(id)])
        let note = blobs.folder.appending(path: ".announced").appending(path: UUID().uuidString)
        try Data(id.description.utf8).write(to: note)
        #expect(try await world.owner.examine().isEmpty)
    }

    @Test func anEditedCount() async throws {
        let file = try #require(world.file)
        try RawStore(file).execute("UPDATE user SET post_count = 5")
        let mismatch = CountMismatch(subject: "posts of leia", stored: 5, expected: 2)
        try await expect([.countWrong(mismatch)], repairable: true)
        #expect(try await world.guest.profile(of: leia).postCount == 2)
    }

    @Test func anEditedLikeCount() async throws {
        let file = try #require(world.file)
        try RawStore(file).execute("UPDATE post SET like_count = 3 WHERE caption = ''")
        let findings = try await world.owner.examine(repairing: true)
        #expect(findings.count == 2)
        let first = CountMismatch(subject: "likes of \(post.id)", stored: 3, expected: 0)
        #expect(findings.first == .countWrong(first))
        #expect(try await world.owner.examine().isEmpty)
    }

    @Test func aRowWithABrokenReference() async throws {
        let file = try #require(world.file)
        try RawStore(file).execute("PRAGMA foreign_keys = OFF; DELETE FROM post")
        let findings = try await world.owner.examine()
        #expect(!findings.isEmpty)
        for finding in findings {
            guard case .storageDamaged(let fault) = finding else {
                Issue.record("\(finding)")
                continue
            }
            #expect(fault == "2 photo rows refer to missing rows of post")
        }
    }

    @Test func anAvatarIsNotOrphaned() async throws {
        try await world.session(leia)
            .updateProfile(
                ProfileUpdate(),
                avatar: TestPhotos.file(seed: 7)
            )
        #expect(try await world.owner.examine().isEmpty)
    }

    @Test func anUnreadablePendingChange() async throws {
        let orphan = try blobs.put(TestPhotos.png(seed: 9))
        let text = #"{"from":"a later version","photo":"\#(orphan)"}"#
        let han = User.ID(UUID())
        try RawStore(try #require(world.file))
            .execute(
                """
                INSERT INTO waiting_change VALUES
                    (x'\(han.description.replacing("-", with: ""))', '\(text)')
                """
            )
        try await expect([.changeUnreadable(text)], repairable: false)
        #expect(try blobs.contains(orphan))
        // The unreadable change does not prevent its user from being added.
        var make = ChangeMaker()
        try world.repository.apply([try make.user(han, "han")])
        #expect(try world.repository.unreadableChanges() == [text])
    }

    @Test func anEditedName() async throws {
        try RawStore(try #require(world.file)).execute("UPDATE user SET shown_name = 'luke'")
        let name = ValueMismatch(
            subject: "the displayed username of leia",
            stored: "luke",
            expected: "leia"
        )
        try await expect([.valueWrong(name)], repairable: true)
        #expect(try await world.guest.user(withUsername: "leia").id == leia)
    }

    @Test func anEditedSearchKey() async throws {
        try RawStore(try #require(world.file)).execute("UPDATE user SET search_key = 'luke'")
        let key = ValueMismatch(subject: "the search key of leia", stored: "luke", expected: "leia")
        try await expect([.valueWrong(key)], repairable: true)
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
        #expect(findings.first?.description.hasPrefix("The newest stamp is stored as") == true)
        #expect(try await world.owner.examine().isEmpty)
    }

    @Test func anAuthorStampBehindAPendingChange() async throws {
        let han = try await world.user("han")
        world.clock.advance(by: 60)
        var source = PushIDSource(after: .min, environment: world.clock.environment)
        let (absent, stamp) = (source.next(), source.next())
        let like = Change(stamp: stamp, author: han, action: .liked(Post.ID(absent)))
        try world.repository.apply([like])
        #expect(try await world.owner.examine().isEmpty)
        try RawStore(try #require(world.file))
            .execute("UPDATE user SET newest_stamp = zeroblob(15) WHERE username = 'han'")
        let mismatch = ValueMismatch(
            subject: "the newest stamp of han",
            stored: PushID.min.description,
            expected: stamp.description
        )
        try await expect([.valueWrong(mismatch)], repairable: true)
        #expect(try world.repository.read { try $0.newestStamp(of: han) } == stamp)
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
