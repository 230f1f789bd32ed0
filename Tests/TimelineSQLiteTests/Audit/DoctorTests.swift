import Foundation
import Testing
import TimelineCore
import TimelineTestSupport

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
        let engine = world.engine
        #expect(try await engine.examine() == findings, sourceLocation: location)
        #expect(findings.allSatisfy { $0.isRepairable == repairable }, sourceLocation: location)
        let repaired = try await engine.examine(repairing: true)
        #expect(repaired == findings, sourceLocation: location)
        let rest = try await engine.examine()
        #expect(rest == (repairable ? [] : findings), sourceLocation: location)
    }

    @Test func aHealthyStoreHasNothing() async throws {
        let seen = Lock<[[Int]]>([])
        let findings = try await world.engine.examine { done, total in
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
            try await world.engine.data(of: post.photos[0], for: leia)
        }
    }

    @Test func aDeletedFile() async throws {
        try FileManager.default.removeItem(at: blobs.path(for: blob))
        try await expect([.photoMissing(blob, of: [post.id])], repairable: false)
    }

    @Test func aPhotoThatNothingNames() async throws {
        let orphan = try blobs.put(TestPhotos.png(seed: 9))
        try await expect([.photoUnnamed(orphan)], repairable: true)
        #expect(try !blobs.contains(orphan))
        #expect(try blobs.contains(blob))
        let aside = blobs.folder.appending(path: ".unnamed").appending(path: orphan.description)
        #expect(try Data(contentsOf: aside) == TestPhotos.png(seed: 9))
    }

    @Test func aPostWithoutPhotos() async throws {
        let file = try #require(world.file)
        try RawStore(file).execute("DELETE FROM photo WHERE post = (SELECT min(id) FROM post)")
        let findings = try await world.engine.examine()
        #expect(findings == [.storageDamaged("the post \(post.id) has no photos")])
    }

    @Test func bytesThatSomebodyIsAboutToNameAreNotUnnamed() async throws {
        let id = BlobID(of: TestPhotos.png(seed: 9))
        let engine = world.engine
        try blobs.announcing([id]) { _ = try blobs.put(TestPhotos.png(seed: 9)) }
        #expect(try await engine.examine() == [.photoUnnamed(id)])
        let note = blobs.folder.appending(path: ".announced").appending(path: UUID().uuidString)
        try Data(id.description.utf8).write(to: note)
        #expect(try await engine.examine().isEmpty)
    }

    @Test func anEditedCount() async throws {
        let file = try #require(world.file)
        try RawStore(file).execute("UPDATE user SET post_count = 5")
        let mismatch = CountMismatch(subject: "posts of leia", kept: 5, found: 2)
        try await expect([.countWrong(mismatch)], repairable: true)
        #expect(try await world.engine.profile(of: leia, for: nil).postCount == 2)
    }

    @Test func anEditedLikeCount() async throws {
        let file = try #require(world.file)
        try RawStore(file).execute("UPDATE post SET like_count = 3 WHERE caption = ''")
        let findings = try await world.engine.examine(repairing: true)
        #expect(findings.count == 2)
        let first = CountMismatch(subject: "likes of \(post.id)", kept: 3, found: 0)
        #expect(findings.first == .countWrong(first))
        #expect(try await world.engine.examine().isEmpty)
    }

    @Test func aRowThatRefersToNothing() async throws {
        let file = try #require(world.file)
        try RawStore(file).execute("PRAGMA foreign_keys = OFF; DELETE FROM post")
        let findings = try await world.engine.examine()
        #expect(!findings.isEmpty)
        for finding in findings {
            guard case .storageDamaged(let fault) = finding else {
                Issue.record("\(finding)")
                continue
            }
            #expect(fault == "2 photo rows refer to missing rows of post")
        }
    }

    @Test func anAvatarIsNotUnnamed() async throws {
        try await world.engine.updateProfile(
            ProfileUpdate(),
            avatar: TestPhotos.file(seed: 7),
            of: leia
        )
        #expect(try await world.engine.examine().isEmpty)
    }
}
