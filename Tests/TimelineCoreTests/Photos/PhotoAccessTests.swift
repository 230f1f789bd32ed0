import Foundation
import Testing
import TimelineCore
import TimelineTestDoubles
import TimelineTestSupport
import TimelineTesting

@Suite("Owners receive the original of a photo, and others a stripped copy")
struct PhotoAccessTests {
    private static let plain = TestPhotos.png(seed: 1)
    private static let original = plain + PlainPhotoProcessor.metadata + Data("at home".utf8)
    private static let file = PhotoFile(content: original, name: "home.png")

    @Test(arguments: Storage.allCases)
    func photosOfPosts(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, _) = try await world.threeUsers()
        let post = try await world.session(leia).post([Self.file])
        let photo = post.photos[0]
        #expect(try await world.session(leia).data(of: photo) == Self.original)
        #expect(
            try await world.session(leia).data(of: photo, isStripped: true) == Self.plain
        )
        #expect(try await world.session(han).data(of: photo) == Self.plain)
        #expect(try await world.guest.data(of: photo) == Self.plain)
    }

    /// Checks that photos on a slow disk do not occupy the threads for reads.
    @Test(.timeLimit(.minutes(20)), arguments: Storage.allCases)
    func aSlowDiskDelaysNoFeed(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let post = try await world.session(leia).post([Self.file])
        let gate = Gate()
        let slow = try world.with(
            blobs: ProbingBlobStore(world.blobs) { if $0 == .reading { gate.pass() } }
        )
        let engine = slow.owner.engine
        let (reads, files) = (engine.reads.lane, engine.files)
        // With the files' own width, these are more downloads than threads for reads.
        let count = reads.width + (reads.pool?.threads ?? 0) + files.lane.width + 1
        try await withThrowingTaskGroup { group in
            for _ in 1...count {
                group.addTask {
                    let data = try await slow.guest.data(of: post.photos[0])
                    #expect(data == Self.plain)
                }
            }
            try await wait { files.waitingCount == count - files.lane.width }
            #expect(try await slow.guest.page(of: .everyone).posts.count == 1)
            gate.open()
            try await group.waitForAll()
        }
    }

    @Test(arguments: Storage.allCases)
    func avatars(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, _) = try await world.threeUsers()
        let profile = try await world.session(leia)
            .updateProfile(
                ProfileUpdate(),
                avatar: Self.file
            )
        let photo = try #require(profile.user.avatar)
        #expect(try await world.session(leia).data(of: photo) == Self.original)
        #expect(try await world.session(han).data(of: photo) == Self.plain)
        #expect(try await world.guest.data(of: photo) == Self.plain)
    }

    /// Checks access to a photo that its author no longer references.
    ///
    /// The blob remains in the store, because another user's post references it.
    @Test(arguments: Storage.allCases)
    func photosWithoutAReference(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, _) = try await world.threeUsers()
        let post = try await world.session(leia).post([Self.file])
        let photo = post.photos[0]
        try await world.session(han).post([Self.file])
        try await world.session(leia).delete(post.id)
        #expect(try await world.session(leia).data(of: photo) == Self.plain)
        #expect(try await world.session(han).data(of: photo) == Self.original)
        let other = Photo(
            blob: try world.blobs.put(Data("other".utf8)),
            byteCount: 5,
            header: try header()
        )
        for viewer in [leia, han, nil] {
            await #expect(throws: TimelineError.photoNotFound(other.blob.description)) {
                try await world.reader(viewer).data(of: other)
            }
        }
    }

    @Test(arguments: Storage.allCases)
    func photosOfRemovedUsers(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, _) = try await world.threeUsers()
        let photo = try await world.session(leia).post([Self.file]).photos[0]
        try world.repository.remove(leia, at: world.clock.now)
        for viewer in [han, nil] {
            await #expect(throws: TimelineError.photoNotFound(photo.blob.description)) {
                try await world.reader(viewer).data(of: photo)
            }
        }
        await #expect(throws: TimelineError.userNotFound(leia.description)) {
            try await world.session(leia).data(of: photo)
        }
    }

    /// Checks that knowing a blob's ID does not grant access to it.
    ///
    /// Blob IDs are public, because every post contains the IDs of its photos.
    @Test(arguments: Storage.allCases)
    func anIDAloneGrantsNoAccess(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, _) = try await world.threeUsers()
        let photo = try await world.session(leia).post([Self.file]).photos[0]
        await #expect(throws: TimelineError.photoNotFound(photo.blob.description)) {
            try await world.session(han).updateProfile(ProfileUpdate(avatar: .set(photo)))
        }
        #expect(try await world.session(han).data(of: photo) == Self.plain)
        let profile = try await world.session(leia)
            .updateProfile(
                ProfileUpdate(avatar: .set(photo))
            )
        #expect(profile.user.avatar == photo)
    }

    @Test(arguments: Storage.allCases)
    func photosThatCannotBeStrippedAreRejected(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let endless = PhotoFile(content: Self.plain + PlainPhotoProcessor.endless, name: "a.png")
        let error = TimelineError.photoRefused(.truncated(.png), name: "a.png")
        await #expect(throws: error) {
            try await world.session(leia).post([Self.file, endless])
        }
        await #expect(throws: error) {
            try await world.session(leia).updateProfile(ProfileUpdate(), avatar: endless)
        }
        #expect(try world.blobs.all().isEmpty)
    }

    @Test("Photos are stripped even without a processor that decodes pixels")
    func strippingOnly() async throws {
        let world = try TestWorld(.inMemory)
        let (leia, han, _) = try await world.threeUsers()
        let owner = StoreOwner(
            repository: world.repository,
            blobs: world.blobs,
            hasher: world.hasher
        )
        let content = try Fixtures.file("secrets.jpg")
        let photo = try await owner.acting(as: leia).post([PhotoFile(content: content)]).photos[0]
        #expect(photo.thumbHash == nil && photo.preview == nil)
        #expect(try await owner.acting(as: leia).data(of: photo) == content)
        let readers: [any Principal] = [owner.acting(as: han), owner.guest]
        for reader in readers {
            #expect(try await reader.data(of: photo) == stripped(content))
        }
    }

    private func header() throws -> PictureHeader { try PictureHeader(reading: Self.plain) }
}
