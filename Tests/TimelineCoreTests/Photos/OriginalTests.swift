import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("The original of a photo belongs to the user who shared it")
struct OriginalTests {
    /// The seed of a picture with metadata and a preview.
    private static let seed = 5
    private static let plain = TestPhotos.png(seed: seed)
    private static let original = withMetadata("at home")
    private static let photo = TestPhotos.photo(seed: seed)
    private static let allBlobs = Set(photo.blobs + [BlobID(of: original)])

    private static func withMetadata(_ text: String) -> Data {
        plain + PlainPhotoProcessor.metadata + Data(text.utf8)
    }

    private static func file(_ content: Data = original) -> PhotoFile {
        PhotoFile(content: content, name: "home.png")
    }

    private static func blobs(of world: TestWorld) throws -> Set<BlobID> {
        Set(try world.blobs.all())
    }

    @Test(
        "Posts reference the public copy, and the store contains the original beside it",
        arguments: Storage.allCases
    )
    func posting(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let post = try await world.session(leia).post([Self.file()])
        #expect(post.photos == [Self.photo])
        #expect(post.photos[0].byteCount == Self.plain.count)
        #expect(try world.blobs.data(for: post.photos[0].blob) == Self.plain)
        #expect(try Self.blobs(of: world) == Self.allBlobs)
        #expect(try await world.owner.examine().isEmpty)
        #expect(try await world.owner.referencedBlobs() == Self.allBlobs)
    }

    @Test("Nobody else receives the original, not even by its ID", arguments: Storage.allCases)
    func access(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, _) = try await world.threeUsers()
        try await world.session(leia).post([Self.file()])
        let id = BlobID(of: Self.original)
        let original = Photo(
            blob: id,
            byteCount: 1,
            mediaType: .png,
            width: 2,
            height: 3,
            preview: Photo.Preview(blob: id, byteCount: 1)
        )
        for reader in [world.session(han), world.session(leia), world.guest] as [any Principal] {
            #expect(try await reader.preview(of: Self.photo) == TestPhotos.preview(of: Self.plain))
            await #expect(throws: TimelineError.photoNotFound(id.description)) {
                try await reader.data(of: original)
            }
            await #expect(throws: TimelineError.photoNotFound(id.description)) {
                try await reader.preview(of: original)
            }
        }
        // If the preview of another user's photo were accepted for an avatar, everybody could see
        // that file.
        try await world.session(han).post([TestPhotos.file(seed: 1)])
        let disguised = Photo(
            blob: TestPhotos.photo(seed: 1).blob,
            byteCount: 1,
            mediaType: .png,
            width: 2,
            height: 3,
            preview: Photo.Preview(blob: id, byteCount: 1)
        )
        await #expect(throws: TimelineError.photoNotFound(id.description)) {
            try await world.session(han).updateProfile(ProfileUpdate(avatar: .set(disguised)))
        }
    }

    @Test(
        "Deleting the post deletes the public copy, the preview and the original",
        arguments: Storage.allCases
    )
    func deletion(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, _) = try await world.threeUsers()
        let post = try await world.session(leia).post([Self.file()])
        let other = try await world.session(han).post([Self.file(Self.plain)])
        try await world.session(leia).delete(post.id)
        #expect(try Self.blobs(of: world) == Set(Self.photo.blobs))
        #expect(try world.repository.read { try $1.originals(.user(leia)).isEmpty })
        try await world.session(han).delete(other.id)
        #expect(try world.blobs.all().isEmpty)
    }

    @Test(
        "The original stays while another post of its user shows the photo",
        arguments: Storage.allCases
    )
    func twoPosts(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let session = world.session(leia)
        let posts = [try await session.post([Self.file()]), try await session.post([Self.file()])]
        try await session.delete(posts[0].id)
        #expect(try await session.data(of: posts[1].photos[0]) == Self.original)
        try await session.updateProfile(ProfileUpdate(avatar: .set(posts[1].photos[0])))
        try await session.delete(posts[1].id)
        #expect(try await session.data(of: Self.photo) == Self.original)
        try await session.updateProfile(ProfileUpdate(avatar: .cleared))
        #expect(try world.blobs.all().isEmpty)
    }

    @Test(
        "Of two files with the same public copy, the later one is kept",
        arguments: Storage.allCases
    )
    func twoOriginals(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let later = Self.withMetadata("at work")
        try await world.session(leia).post([Self.file()])
        try await world.session(leia).post([Self.file(later)])
        #expect(try await world.session(leia).data(of: Self.photo) == later)
        #expect(try Self.blobs(of: world) == Set(Self.photo.blobs + [BlobID(of: later)]))
    }

    @Test("A post that fails leaves no original", arguments: Storage.allCases)
    func failure(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let long = String(repeating: "a", count: 2201)
        await #expect(throws: TimelineError.self) {
            try await world.session(leia).post([Self.file()], caption: long)
        }
        #expect(try world.blobs.all().isEmpty)
        #expect(try world.repository.read { try $1.originals(.user(leia)).isEmpty })
    }

    @Test("Deleting the account deletes the originals", arguments: Storage.allCases)
    func accountDeletion(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        try await world.session(leia).post([Self.file()])
        try await world.session(leia).updateProfile(ProfileUpdate(), avatar: Self.file())
        try await world.session(leia).deleteAccount(password: TestWorld.password)
        #expect(try world.blobs.all().isEmpty)
        #expect(try world.repository.read { try $1.originals(.user(leia)).isEmpty })
    }

    @Test(
        "A user without a username keeps the originals, until they leave",
        arguments: Storage.allCases
    )
    func hidden(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let post = try await world.session(leia).post([Self.file()])
        world.clock.advance(by: 1)
        try await world.session(leia).updateProfile(ProfileUpdate(username: Username("organa")))
        world.clock.advance(by: 60)
        var make = RecordMaker(at: world.clock.now)
        let kept = try world.repository.read { social, _ in
            try social.record(setting: .post(post.id))
        }
        let revocation = try make.revocation(
            of: leia,
            after: post.id.pushID,
            keeping: [#require(kept)]
        )
        try world.owner.engine.accept([revocation]) { _, _ in }
        #expect(try world.repository.read { social, _ in try social.user(leia) } == nil)
        #expect(try Self.blobs(of: world) == Self.allBlobs)
        _ = try await world.owner.examine(repairing: true)
        #expect(try Self.blobs(of: world) == Self.allBlobs)
        let end = try make.accountDeleted(leia)
        try world.owner.engine.accept([end]) { _, _ in }
        #expect(try world.blobs.all().isEmpty)
        #expect(try world.repository.read { try $1.originals(.user(leia)).isEmpty })
    }

    @Test("If a process is killed after the deletion, the next process deletes the original")
    func killedDeletion() async throws {
        let world = try TestWorld(.sqliteFile)
        let leia = try await world.user("leia")
        let post = try await world.session(leia).post([Self.file()])
        world.clock.advance(by: 1)
        // This simulates a commit by a process that was killed before it could delete the files.
        #expect(throws: CancellationError.self) {
            try world.blobs.reserving(Array(Self.allBlobs), as: .removing) {
                try world.repository.say(.postDeleted(post.id), by: leia, at: world.clock.now)
                throw CancellationError()
            }
        }
        #expect(try Self.blobs(of: world) == Self.allBlobs)
        let again = try world.openedAgain()
        _ = try await again.owner.examine(repairing: true)
        #expect(try again.blobs.all().isEmpty)
        #expect(try again.repository.read { try $1.originals(.user(leia)).isEmpty })
    }
}
