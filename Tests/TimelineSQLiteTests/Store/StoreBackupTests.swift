import Foundation
import Testing
import TimelineCore
import TimelineSQLite
import TimelineTestDoubles
import TimelineTestSupport
import TimelineTesting

@Suite("A backup of a store")
struct StoreBackupTests {
    private let world: TestWorld
    private let leia: User.ID
    private let folder: URL
    private let target: URL

    init() async throws {
        world = try TestWorld(.sqliteFile)
        leia = try await world.user("leia")
        for seed in 1...3 { try await world.post(by: leia, "post \(seed)", seed: seed) }
        folder = try #require(world.folder)
        target = try TemporaryFolder.make().appending(path: "backup")
    }

    private func backup(_ progress: (Int, Int) -> Void = { _, _ in }) throws -> BackupReport {
        let repository = try #require(world.repository as? SQLiteRepository)
        let blobs = try FolderBlobStore(folder: folder.appending(path: "blobs"))
        return try StoreBackup(of: repository, blobs: blobs, in: folder)
            .copy(to: target, progress: progress)
    }

    /// Returns a world that uses a copy of the backup.
    private func restored() throws -> TestWorld {
        let place = try TemporaryFolder.make().appending(path: "store")
        try FileManager.default.copyItem(at: target, to: place)
        return try TestWorld(
            repository: Storage.open(place.appending(path: "timeline.sqlite")),
            blobs: FolderBlobStore(folder: place.appending(path: "blobs")),
            clock: world.clock,
            folder: place
        )
    }

    private func expectSameAnswers() async throws {
        let copy = try restored()
        #expect(try await copy.owner.examine().isEmpty)
        let page = try await copy.guest.page(of: .everyone)
        #expect(try await world.guest.page(of: .everyone) == page)
        for post in page.posts { _ = try await copy.session(leia).data(of: post.photos[0]) }
        _ = try await copy.logIn("leia")
    }

    @Test func aRestoredStoreIsHealthyAndEqual() async throws {
        let report = try backup()
        #expect(report.photoCount == 3 && report.newPhotoCount == 3)
        #expect(report.damagedPhotos.isEmpty)
        let names = try FileManager.default.contentsOfDirectory(atPath: target.path).sorted()
        #expect(names == ["backup.txt", "blobs", "timeline.sqlite"])
        #expect(DurableFile.mode(of: target) == 0o700)
        for name in ["backup.txt", "timeline.sqlite"] {
            #expect(DurableFile.mode(of: target.appending(path: name)) == 0o600)
        }
        try await expectSameAnswers()
    }

    @Test("A backup contains the photos that are uploaded for a later post")
    func uploads() async throws {
        let file = TestPhotos.file(seed: 5)
        let source = PhotoSource(byteCount: file.content.count) {
            nil
        } read: { () throws(TimelineError) in
            file
        }
        let upload = try await world.session(leia).upload(reading: source)
        #expect(try backup().photoCount == 5)
        let copy = try restored()
        #expect(try await copy.owner.examine().isEmpty)
        let posted = try await copy.session(leia).post(uploads: [upload.id], caption: "")
        #expect(try await copy.session(leia).data(of: posted.post.photos[0]) == file.content)
    }

    @Test("A backup contains the originals")
    func originals() async throws {
        let content = try Fixtures.file("secrets.jpg")
        let owner = StoreOwner(
            repository: world.repository,
            blobs: world.blobs,
            hasher: world.hasher
        )
        try await owner.acting(as: leia).post([PhotoFile(content: content)])
        let report = try backup()
        #expect(report.damagedPhotos.isEmpty)
        let copies = try FolderBlobStore(folder: target.appending(path: "blobs"))
        #expect(try Set(copies.all()) == (try await world.owner.referencedBlobs()))
        #expect(try copies.contains(BlobID(of: content)))
    }

    @Test func aSecondBackupCopiesNewPhotosAndRemovesDeletedOnes() async throws {
        _ = try backup()
        let page = try await world.guest.page(of: .everyone)
        try await world.session(leia).delete(page.posts[0].id)
        try await world.post(by: leia, "post 4", seed: 4)
        let report = try backup()
        #expect(report.photoCount == 3 && report.newPhotoCount == 1)
        let copies = try FolderBlobStore(folder: target.appending(path: "blobs"))
        #expect(try copies.all().count == 3)
        try await expectSameAnswers()
    }

    /// Checks that the backup omits a photo that is deleted while the backup is running.
    ///
    /// The second attempt copies the database again.
    @Test func aPhotoDeletedDuringTheBackupIsLeftOut() async throws {
        let repository = world.repository
        let blobs = world.blobs
        let oldest = try repository.read { reader throws in
            let range = PostRange(limit: 10)
            return try reader.posts(reader.postIDs(.all, in: range), for: nil)
        }
        var isFirst = true
        let report = try backup { _, _ in
            guard isFirst else { return }
            isFirst = false
            // All posts are deleted, because the order in which photos are copied depends on their
            // hashes.
            for post in oldest {
                try? repository.say(.postDeleted(post.id), by: leia, at: world.clock.now)
                try? blobs.remove(post.photos[0].blob)
            }
        }
        #expect(!isFirst)
        #expect(report.photoCount == 0 && report.damagedPhotos.isEmpty)
        try await expectSameAnswers()
    }

    @Test func missingAndDamagedPhotosAreReported() async throws {
        let page = try await world.guest.page(of: .everyone)
        let blobs = page.posts.map { $0.photos[0].blob }
        try world.blobs.remove(blobs[0])
        let store = try FolderBlobStore(folder: folder.appending(path: "blobs"))
        try Data("other".utf8).write(to: store.path(for: blobs[1]))
        let report = try backup()
        #expect(report.damagedPhotos == [blobs[0], blobs[1]].map(\.description).sorted())
        #expect(report.newPhotoCount == 1)
    }

    @Test func aFolderInsideTheStoreIsRejected() throws {
        let link = try TemporaryFolder.make().appending(path: "link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder)
        let inside = folder.appending(path: "blobs/backup")
        for path in [folder, inside, link, link.appending(path: "new/backup")] {
            let repository = try #require(world.repository as? SQLiteRepository)
            let blobs = try FolderBlobStore(folder: folder.appending(path: "blobs"))
            let backup = StoreBackup(of: repository, blobs: blobs, in: folder)
            #expect(throws: TimelineError.backupRefused(path.path, .insideStore)) {
                try backup.copy(to: path)
            }
        }
    }

    @Test func aFolderOfOtherFilesIsRejectedUntouched() throws {
        try FileManager.default.createDirectory(at: target, withIntermediateDirectories: false)
        try Data("mine".utf8).write(to: target.appending(path: "timeline.sqlite"))
        #expect(throws: TimelineError.backupRefused(target.path, .notABackup)) { try backup() }
        let content = try Data(contentsOf: target.appending(path: "timeline.sqlite"))
        #expect(content == Data("mine".utf8))
    }
}
