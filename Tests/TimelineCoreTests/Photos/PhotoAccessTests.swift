import Foundation
import Testing
import TimelineCore
import TimelineTestSupport

@Suite("Whoever shares a photo gets the original, everybody else a stripped copy")
struct PhotoAccessTests {
    private static let plain = TestPhotos.png(seed: 1)
    private static let original = plain + PlainPhotoProcessor.metadata + Data("at home".utf8)
    private static let file = PhotoFile(content: original, name: "home.png")

    @Test(arguments: Storage.allCases)
    func photosOfPosts(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, _) = try await world.threeUsers()
        let post = try await world.engine.post([Self.file], by: leia)
        let photo = post.photos[0]
        #expect(try await world.engine.data(of: photo, for: leia) == Self.original)
        #expect(
            try await world.engine.data(of: photo, for: leia, isStripped: true) == Self.plain
        )
        #expect(try await world.engine.data(of: photo, for: han) == Self.plain)
        #expect(try await world.engine.data(of: photo, for: nil) == Self.plain)
    }

    @Test(arguments: Storage.allCases)
    func avatars(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, _) = try await world.threeUsers()
        let profile = try await world.engine.updateProfile(
            ProfileUpdate(),
            avatar: Self.file,
            of: leia
        )
        let photo = try #require(profile.user.avatar)
        #expect(try await world.engine.data(of: photo, for: leia) == Self.original)
        #expect(try await world.engine.data(of: photo, for: han) == Self.plain)
        #expect(try await world.engine.data(of: photo, for: nil) == Self.plain)
    }

    /// The bytes stay in the store while another post shows them, and as long as their removal takes.
    @Test(arguments: Storage.allCases)
    func photosThatNothingShows(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, _) = try await world.threeUsers()
        let post = try await world.engine.post([Self.file], by: leia)
        let photo = post.photos[0]
        try await world.engine.post([Self.file], by: han)
        try await world.engine.delete(post.id, by: leia)
        #expect(try await world.engine.data(of: photo, for: leia) == Self.plain)
        #expect(try await world.engine.data(of: photo, for: han) == Self.original)
        let other = Photo(blob: try world.blobs.put(Data("kept".utf8)), header: try header())
        for viewer in [leia, han, nil] {
            await #expect(throws: TimelineError.photoNotFound(other.blob)) {
                try await world.engine.data(of: other, for: viewer)
            }
        }
    }

    @Test(arguments: Storage.allCases)
    func photosOfUsersWhoLeft(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, _) = try await world.threeUsers()
        let photo = try await world.engine.post([Self.file], by: leia).photos[0]
        let left = Change.Action.profileRemoved
        try world.repository.apply([
            Change(
                stamp: PushID(milliseconds: 2_000_000_000_000, random: (1, 1)),
                author: leia,
                action: left
            )
        ])
        for viewer in [leia, han, nil] {
            await #expect(throws: TimelineError.photoNotFound(photo.blob)) {
                try await world.engine.data(of: photo, for: viewer)
            }
        }
    }

    /// Every post tells the IDs of its photos.
    @Test(arguments: Storage.allCases)
    func anIDAloneGivesNoRight(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, _) = try await world.threeUsers()
        let photo = try await world.engine.post([Self.file], by: leia).photos[0]
        await #expect(throws: TimelineError.photoNotFound(photo.blob)) {
            try await world.engine.updateProfile(ProfileUpdate(avatar: .set(photo)), of: han)
        }
        #expect(try await world.engine.data(of: photo, for: han) == Self.plain)
        let profile = try await world.engine.updateProfile(
            ProfileUpdate(avatar: .set(photo)),
            of: leia
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
            try await world.engine.post([Self.file, endless], by: leia)
        }
        await #expect(throws: error) {
            try await world.engine.updateProfile(ProfileUpdate(), avatar: endless, of: leia)
        }
        #expect(try world.blobs.all().isEmpty)
    }

    @Test("An engine without a processor returns photos to nobody but their owners")
    func headerOnly() async throws {
        let world = try TestWorld(.inMemory)
        let (leia, han, _) = try await world.threeUsers()
        let engine = TimelineEngine(
            repository: world.repository,
            blobs: world.blobs,
            hasher: world.hasher
        )
        let photo = try await engine.post([Self.file], by: leia).photos[0]
        #expect(photo.thumbHash == nil)
        #expect(try await engine.data(of: photo, for: leia) == Self.original)
        for viewer in [han, nil] {
            let error = TimelineError.photoRefused(.notStripped(.png), name: nil)
            await #expect(throws: error) { try await engine.data(of: photo, for: viewer) }
        }
    }

    private func header() throws -> PhotoHeader { try PhotoHeader(reading: Self.plain) }
}
