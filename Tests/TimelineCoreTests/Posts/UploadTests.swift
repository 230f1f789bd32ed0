import Foundation
import Testing
import TimelineTestDoubles
import TimelineTestSupport
import TimelineTesting

@testable import TimelineCore

@Suite("Photos are uploaded first and posted later")
struct UploadTests {
    private static let plain = TestPhotos.png(seed: 5)
    private static let original = plain + PlainPhotoProcessor.metadata + Data("at home".utf8)
    private static let photo = TestPhotos.photo(seed: 5, alt: "Two suns")

    private static func source(alt: String? = "Two suns") -> PhotoSource {
        PhotoSource(PhotoFile(content: original, name: "home.png", alt: alt))
    }

    private static func source(seed: Int) -> PhotoSource {
        PhotoSource(TestPhotos.file(seed: seed))
    }

    @Test("An upload is stripped, stored and kept", arguments: Storage.allCases)
    func uploading(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, _) = try await world.threeUsers()
        let upload = try await world.session(leia).upload(reading: Self.source())
        #expect(upload.photo == Self.photo)
        #expect(upload.createdAt == world.clock.now)
        #expect(Upload.ID(upload.id.description) == upload.id)
        #expect(try await world.session(leia).upload(upload.id) == upload)
        let blobs = Set(Self.photo.blobs + [BlobID(of: Self.original)])
        #expect(try Set(world.blobs.all()) == blobs)
        #expect(try await world.owner.referencedBlobs() == blobs)
        #expect(try await world.owner.examine(repairing: true).isEmpty)
        #expect(try Set(world.blobs.all()) == blobs)
        // The deletion of another post with the same picture removes nothing.
        let post = try await world.session(leia).post([TestPhotos.file(seed: 5)])
        try await world.session(leia).delete(post.id)
        let other = try await world.session(han).post([TestPhotos.file(seed: 5)])
        try await world.session(han).delete(other.id)
        #expect(try Set(world.blobs.all()) == blobs)
    }

    @Test("Only its owner can see, describe, use and delete an upload", arguments: Storage.allCases)
    func rights(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, _) = try await world.threeUsers()
        let upload = try await world.session(leia).upload(reading: Self.source())
        let (id, other) = (upload.id, world.session(han))
        let error = TimelineError.itemNotFound(id.description)
        await #expect(throws: error) { try await other.upload(id) }
        await #expect(throws: error) { try await other.describeUpload(id, as: "mine") }
        await #expect(throws: error) { try await other.deleteUpload(id) }
        await #expect(throws: error) { try await other.post(uploads: [id], caption: "") }
        for blob in Self.photo.blobs {
            let access = try await world.session(leia).access(to: blob)
            #expect(access.isOwn && access.blob == blob)
            let hidden = TimelineError.photoNotFound(blob.description)
            await #expect(throws: hidden) { try await other.access(to: blob) }
            await #expect(throws: hidden) { try await world.guest.access(to: blob) }
            await #expect(throws: hidden) { try await world.guest.publicAccess(to: blob) }
        }
        // The original is nobody's public copy.
        let original = BlobID(of: Self.original)
        await #expect(throws: TimelineError.photoNotFound(original.description)) {
            try await world.session(leia).access(to: original)
        }
        #expect(try await world.session(leia).upload(id) == upload)
    }

    @Test("A post takes the place of its uploads", arguments: Storage.allCases)
    func posting(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let session = world.session(leia)
        let first = try await session.upload(reading: Self.source())
        let second = try await session.upload(reading: Self.source(seed: 2))
        let described = try await session.describeUpload(second.id, as: "A picture")
        #expect(described.photo.alt == "A picture")
        #expect(try await session.describeUpload(first.id, as: " ").photo.alt == nil)
        let place = Place(name: "Tatooine")
        let (post, isRepeated) = try await session.post(
            uploads: [second.id, first.id],
            caption: "Suns",
            place: place
        )
        #expect(!isRepeated)
        #expect(post.photos == [described.photo, Self.photo.described(as: nil)])
        #expect(post.caption == "Suns" && post.place == place)
        #expect(try await session.data(of: post.photos[1]) == Self.original)
        #expect(try await world.owner.examine(repairing: true).isEmpty)
        await #expect(throws: TimelineError.itemNotFound(first.id.description)) {
            try await session.post(uploads: [first.id], caption: "again")
        }
        try await session.delete(post.id)
        #expect(try world.blobs.all().isEmpty)
        #expect(try Self.values(of: world).isEmpty)
    }

    @Test("A post at an earlier time uses uploads as well", arguments: Storage.allCases)
    func earlierPost(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let session = world.session(try await world.user("leia"))
        let upload = try await session.upload(reading: Self.source())
        let date = Date(timeIntervalSince1970: 1_000_000_000)
        let post = try await session.post(uploads: [upload.id], caption: "", date: date).post
        #expect(post.createdAt == date)
        #expect(post.photos == [Self.photo])
        await #expect(throws: TimelineError.self) {
            let upload = try await session.upload(reading: Self.source())
            _ = try await session.post(
                uploads: [upload.id],
                caption: "",
                date: world.clock.now + 1
            )
        }
    }

    @Test("A deleted post can leave its photos to the next one", arguments: Storage.allCases)
    func redraft(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, _) = try await world.threeUsers()
        let session = world.session(leia)
        let uploads = [
            try await session.upload(reading: Self.source()),
            try await session.upload(reading: Self.source(seed: 2)),
        ]
        let post = try await session.post(uploads: uploads.map(\.id), caption: "Typo").post
        await #expect(throws: TimelineError.notYours(.deletePost)) {
            try await world.session(han).deleteKeepingPhotos(post.id)
        }
        try await session.deleteKeepingPhotos(post.id)
        await #expect(throws: TimelineError.postNotFound(post.id.description)) {
            try await session.post(post.id)
        }
        let kept = (0..<2).map { Upload.ID(photo: $0, of: post.id) }
        for (id, photo) in zip(kept, post.photos) {
            let upload = try await session.upload(id)
            #expect(upload.photo == photo && upload.createdAt == world.clock.now)
            await #expect(throws: TimelineError.photoNotFound(photo.blob.description)) {
                try await world.session(han).access(to: photo.blob)
            }
        }
        #expect(try await world.owner.examine(repairing: true).isEmpty)
        let next = try await session.post(uploads: kept, caption: "Text").post
        #expect(next.photos == post.photos && next.id != post.id)
        #expect(try await session.data(of: next.photos[0]) == Self.original)
        // What no post uses is removed like any other upload.
        try await session.deleteKeepingPhotos(next.id)
        await #expect(throws: TimelineError.postNotFound(next.id.description)) {
            try await session.deleteKeepingPhotos(next.id)
        }
        world.clock.advance(by: Upload.lifetime + 1)
        try await world.guest.removeOldUploads()
        #expect(try world.blobs.all().isEmpty)
        #expect(try Self.values(of: world).isEmpty)
    }

    @Test("The photos of a deleted post replace the oldest uploads")
    func redraftAtLimit() async throws {
        let world = try TestWorld(.sqliteInMemory)
        let session = world.session(try await world.user("leia"))
        let post = try await session.post([TestPhotos.file(seed: 1)])
        var uploads: [Upload] = []
        for seed in 2...Upload.countLimit + 1 {
            world.clock.advance(by: 1)
            uploads.append(try await session.upload(reading: Self.source(seed: seed)))
        }
        world.clock.advance(by: 1)
        try await session.deleteKeepingPhotos(post.id)
        #expect(try !world.blobs.contains(uploads[0].photo.blob))
        #expect(try world.blobs.contains(uploads[1].photo.blob))
        #expect(try await session.upload(Upload.ID(photo: 0, of: post.id)).photo == post.photos[0])
        #expect(try await world.owner.examine(repairing: true).isEmpty)
    }

    @Test("A post that fails keeps its uploads", arguments: Storage.allCases)
    func failure(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let session = world.session(try await world.user("leia"))
        let upload = try await session.upload(reading: Self.source())
        let long = String(repeating: "a", count: 2201)
        await #expect(throws: TimelineError.self) {
            try await session.post(uploads: [upload.id], caption: long, idempotencyKey: "key")
        }
        await #expect(throws: TimelineError.itemNotFound(upload.id.description)) {
            try await session.post(uploads: [upload.id, upload.id], caption: "")
        }
        for count in [0, 11] {
            await #expect(throws: TimelineError.photoCountRefused(count)) {
                try await session.post(
                    uploads: Array(repeating: upload.id, count: count),
                    caption: ""
                )
            }
        }
        #expect(try await session.page(of: .everyone).posts.isEmpty)
        let posted = try await session.post(
            uploads: [upload.id],
            caption: "short",
            idempotencyKey: "key"
        )
        #expect(!posted.isRepeated)
    }

    @Test("A description that is too long and a damaged picture are refused")
    func refused() async throws {
        let world = try TestWorld(.sqliteInMemory)
        let session = world.session(try await world.user("leia"))
        let long = String(repeating: "a", count: 1501)
        await #expect(throws: TimelineError.self) {
            try await session.upload(reading: Self.source(alt: long))
        }
        let damaged = PhotoSource(PhotoFile(content: Data("no picture".utf8)))
        await #expect(throws: TimelineError.self) { try await session.upload(reading: damaged) }
        #expect(try world.blobs.all().isEmpty)
        #expect(try world.repository.read { try $1.originals(.user(session.userID)).isEmpty })
        let upload = try await session.upload(reading: Self.source())
        await #expect(throws: TimelineError.invalidText(.tooLong(.alt, limit: 1500))) {
            try await session.describeUpload(upload.id, as: long)
        }
    }

    @Test("Deleting an upload deletes its files", arguments: Storage.allCases)
    func deletion(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let session = world.session(try await world.user("leia"))
        let uploads = [
            try await session.upload(reading: Self.source()),
            try await session.upload(reading: Self.source()),
        ]
        #expect(uploads[0].id != uploads[1].id)
        try await session.deleteUpload(uploads[0].id)
        #expect(try world.blobs.all().count == 3)
        try await session.deleteUpload(uploads[1].id)
        #expect(try world.blobs.all().isEmpty)
        #expect(try Self.values(of: world).isEmpty)
        #expect(try world.repository.read { try $1.originals(.user(session.userID)).isEmpty })
    }

    @Test("A further upload replaces the oldest", arguments: [Storage.inMemory, .sqliteInMemory])
    func limit(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, _) = try await world.threeUsers()
        let other = try await world.session(han).upload(reading: Self.source(seed: 1))
        var uploads: [Upload] = []
        for seed in 1...Upload.countLimit + 1 {
            world.clock.advance(by: 1)
            uploads.append(try await world.session(leia).upload(reading: Self.source(seed: seed)))
        }
        await #expect(throws: TimelineError.itemNotFound(uploads[0].id.description)) {
            try await world.session(leia).upload(uploads[0].id)
        }
        for upload in uploads.dropFirst() {
            #expect(try await world.session(leia).upload(upload.id) == upload)
        }
        #expect(try await world.session(han).upload(other.id) == other)
        #expect(try world.blobs.contains(other.photo.blob))
        try await world.session(han).deleteUpload(other.id)
        #expect(try !world.blobs.contains(other.photo.blob))
        #expect(try await world.owner.examine(repairing: true).isEmpty)
    }

    @Test("Unused uploads are removed after a day", arguments: Storage.allCases)
    func oldUploads(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, luke) = try await world.threeUsers()
        let old = try await world.session(leia).upload(reading: Self.source())
        world.clock.advance(by: Upload.lifetime / 2)
        let young = try await world.session(luke).upload(reading: Self.source(seed: 2))
        world.clock.advance(by: Upload.lifetime / 2)
        try await world.guest.removeOldUploads()
        #expect(try await world.session(leia).upload(old.id) == old)
        world.clock.advance(by: 1)
        // The next upload of anybody.
        let new = try await world.session(han).upload(reading: Self.source(seed: 3))
        await #expect(throws: TimelineError.itemNotFound(old.id.description)) {
            try await world.session(leia).upload(old.id)
        }
        #expect(try Set(world.blobs.all()) == Set(young.photo.blobs + new.photo.blobs))
        world.clock.advance(by: Upload.lifetime / 2)
        try await world.guest.removeOldUploads()
        #expect(try world.blobs.all() == new.photo.blobs)
        #expect(try await world.session(han).upload(new.id) == new)
        world.clock.advance(by: Upload.lifetime)
        try await world.guest.removeOldUploads()
        #expect(try world.blobs.all().isEmpty)
        #expect(try Self.values(of: world).isEmpty)
    }

    @Test("Deleting the account deletes the uploads", arguments: Storage.allCases)
    func accountDeletion(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, _) = try await world.threeUsers()
        _ = try await world.session(leia).upload(reading: Self.source())
        try await world.session(leia).deleteAccount(password: TestWorld.password)
        #expect(try world.blobs.all().isEmpty)
        #expect(try Self.values(of: world).isEmpty)
        // Another device says that the user has left.
        _ = try await world.session(han).upload(reading: Self.source())
        world.clock.advance(by: 1)
        var make = RecordMaker(at: world.clock.now)
        try world.owner.engine.accept([make.accountDeleted(han)]) { _, _ in }
        #expect(try world.blobs.all().isEmpty)
        #expect(try Self.values(of: world).isEmpty)
        #expect(try world.repository.read { try $1.originals(.user(han)).isEmpty })
    }

    @Test("A later file with the same public copy replaces the original")
    func originals() async throws {
        let world = try TestWorld(.sqliteInMemory)
        let session = world.session(try await world.user("leia"))
        _ = try await session.upload(reading: Self.source())
        let later = Self.original + Data("again".utf8)
        let upload = try await session.upload(reading: PhotoSource(PhotoFile(content: later)))
        #expect(try !world.blobs.contains(BlobID(of: Self.original)))
        let post = try await session.post(uploads: [upload.id], caption: "").post
        #expect(try await session.data(of: post.photos[0]) == later)
    }

    @Test("A session that has ended can do nothing with uploads")
    func endedSession() async throws {
        let world = try TestWorld(.sqliteInMemory)
        let session = try await world.signUp("leia").session
        let upload = try await session.upload(reading: Self.source())
        try await session.logOut()
        await #expect(throws: TimelineError.notLoggedIn) {
            try await session.upload(reading: Self.source(seed: 2))
        }
        await #expect(throws: TimelineError.notLoggedIn) { try await session.upload(upload.id) }
        await #expect(throws: TimelineError.notLoggedIn) {
            try await session.describeUpload(upload.id, as: nil)
        }
        await #expect(throws: TimelineError.notLoggedIn) {
            try await session.deleteUpload(upload.id)
        }
        await #expect(throws: TimelineError.notLoggedIn) {
            try await session.post(uploads: [upload.id], caption: "")
        }
        #expect(try Set(world.blobs.all()).isSuperset(of: upload.photo.blobs))
        #expect(try world.blobs.all().count == 3)
    }

    /// Returns the keys of the private values about uploads.
    private static func values(of world: TestWorld) throws -> [String] {
        try world.repository.read { _, accounts in
            var keys: [String] = []
            for prefix in ["draft/", "account/"] {
                try accounts.forEachPrivateValue(withPrefix: prefix) { value in
                    keys.append(value.key)
                    return true
                }
            }
            return keys.filter { $0.hasPrefix("draft/") || $0.contains("/upload/") }
        }
    }
}
