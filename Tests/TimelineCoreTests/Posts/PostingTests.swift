import Foundation
import Testing
import TimelineCore
import TimelineTestDoubles
import TimelineTestSupport
import TimelineTesting

@Suite("A post is stored completely or not at all")
struct PostingTests {
    private static func expectNothing(
        in world: TestWorld,
        _ location: SourceLocation = #_sourceLocation
    ) async throws {
        #expect(try world.blobs.all().isEmpty, sourceLocation: location)
        let posts = try await world.guest.page(of: .everyone).posts
        #expect(posts.isEmpty, sourceLocation: location)
    }

    @Test(arguments: Storage.allCases)
    func aPostHasItsPhotosInOrder(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let files = (1...10).map { TestPhotos.file(seed: $0, alt: "photo \($0)") }
        let place = Place(name: "Hoth")
        let post = try await world.session(leia).post(files, caption: "all", place: place)
        #expect(post.photos == (1...10).map { TestPhotos.photo(seed: $0, alt: "photo \($0)") })
        #expect(post.caption == "all")
        #expect(post.place == place)
        #expect(post.author.id == leia)
        #expect(post.createdAt == world.clock.now)
        for (photo, file) in zip(post.photos, files) {
            #expect(try await world.session(leia).data(of: photo) == file.content)
        }
        #expect(try Set(world.blobs.all()) == Set(post.photos.flatMap(\.blobs)))
    }

    @Test(arguments: Storage.allCases)
    func aBadSecondPhotoLeavesNothing(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let bad = PhotoFile(content: Data("not a picture".utf8), name: "notes.txt")
        await #expect(throws: TimelineError.photoRefused(.unknownFormat, name: "notes.txt")) {
            try await world.session(leia).post([TestPhotos.file(seed: 1), bad])
        }
        try await Self.expectNothing(in: world)
    }

    @Test(arguments: Storage.allCases, [0, 11])
    func noPhotoAndTooManyPhotosAreRejected(storage: Storage, count: Int) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        await #expect(throws: TimelineError.photoCountRefused(count)) {
            try await world.session(leia).post((0..<count).map { TestPhotos.file(seed: $0) })
        }
        try await Self.expectNothing(in: world)
    }

    @Test(arguments: Storage.allCases)
    func anInvalidCaptionPlaceOrAuthorLeavesNoPhoto(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let photo = [TestPhotos.file(seed: 1)]
        let long = String(repeating: "a", count: 2201)
        await #expect(throws: TimelineError.invalidText(.tooLong(.caption, limit: 2200))) {
            try await world.session(leia).post(photo, caption: long)
        }
        let nowhere = Place(coordinate: Coordinate(latitude: 91, longitude: 0))
        await #expect(throws: TimelineError.invalidPlace("91.0,0.0")) {
            try await world.session(leia).post(photo, place: nowhere)
        }
        let nobody = User.ID(number: 99)
        await #expect(throws: TimelineError.userNotFound(nobody.description)) {
            try await world.session(nobody).post(photo)
        }
        try await Self.expectNothing(in: world)
    }

    @Test(arguments: Storage.allCases)
    func aBlobStoreThatFailsAtTheSecondPhotoLeavesNothing(storage: Storage) async throws {
        let whole = try TestWorld(storage)
        let failure = TimelineError.storageFailed(
            StorageError(operation: "Putting", reason: "the test says so")
        )
        let puts = Lock(0)
        let blobs = ProbingBlobStore(whole.blobs) { point in
            guard point == .putting else { return }
            let number = puts.withLock { puts in
                puts += 1
                return puts
            }
            if number == 2 { throw failure }
        }
        let world = try whole.with(blobs: blobs)
        let leia = try await world.user("leia")
        let files = (1...3).map { TestPhotos.file(seed: $0) }
        await #expect(throws: failure) {
            try await world.session(leia).post(files)
        }
        try await Self.expectNothing(in: world)
    }

    @Test(arguments: Storage.allCases)
    func aFailedPostKeepsPhotosOfOtherPosts(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let post = try await world.post(by: leia, seed: 1)
        let long = String(repeating: "a", count: 2201)
        await #expect(throws: TimelineError.self) {
            try await world.session(leia).post([TestPhotos.file(seed: 1)], caption: long)
        }
        #expect(
            try await world.session(leia).data(of: post.photos[0]) == TestPhotos.png(seed: 1)
        )
    }

    @Test(arguments: Storage.allCases)
    func aPhotoSharedByTwoPostsSurvivesTheDeletionOfOne(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, _) = try await world.threeUsers()
        let first = try await world.post(by: leia, seed: 1)
        let second = try await world.post(by: han, seed: 1)
        #expect(try world.blobs.all().count == 1)
        try await world.session(leia).delete(first.id)
        #expect(
            try await world.session(leia).data(of: second.photos[0]) == TestPhotos.png(seed: 1)
        )
        try await world.session(leia)
            .updateProfile(
                ProfileUpdate(),
                avatar: TestPhotos.file(seed: 1)
            )
        try await world.session(han).delete(second.id)
        #expect(try world.blobs.all() == [TestPhotos.photo(seed: 1).blob])
        try await world.session(leia).updateProfile(ProfileUpdate(avatar: .cleared))
        #expect(try world.blobs.all().isEmpty)
        let error = await #expect(throws: TimelineError.self) {
            try await world.session(leia).data(of: second.photos[0])
        }
        #expect(error?.code == "photo-not-found")
    }
}
