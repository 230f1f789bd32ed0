import Foundation
import Testing
import TimelineCore
import TimelineTestDoubles
import TimelineTestSupport
import TimelineTesting

@Suite("Photos stored by earlier versions are converted")
struct PhotoConversionTests {
    private static func original(_ seed: Int) -> Data {
        TestPhotos.png(seed: seed) + PlainPhotoProcessor.metadata + Data("at home".utf8)
    }

    /// A picture without an end marker, so that no processor can strip its metadata.
    private static let endless = TestPhotos.png(seed: 99).dropLast(12) + PlainPhotoProcessor.endless

    private static func photo(_ content: Data) -> Photo {
        Photo(blob: BlobID(of: content), byteCount: nil, mediaType: .png, width: 2, height: 3)
    }

    /// Creates a store with one post for each picture, as an earlier version would have written it.
    private static func oldStore(
        _ storage: Storage,
        _ contents: [Data]
    ) async throws -> (world: TestWorld, leia: User.ID) {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        for content in contents {
            world.clock.advance(by: 1)
            let stamp = PushID(milliseconds: world.clock.now.millisecondsSince1970, random: (1, 1))
            let post = Change.Action.postAdded(Post.Content(photos: [photo(content)]))
            try world.repository.apply([Change(stamp: stamp, author: leia, action: post)])
            try world.blobs.put(content)
        }
        return (world, leia)
    }

    private static func photos(of world: TestWorld) async throws -> [Photo] {
        try await world.guest.page(of: .everyone, limit: 100).posts.flatMap(\.photos).reversed()
    }

    @Test(
        "Originals move to their owners, and everybody gets the public copy",
        arguments: Storage.allCases
    )
    func conversion(storage: Storage) async throws {
        let contents = [Self.original(1), TestPhotos.png(seed: 2), Self.original(5)]
        let (world, leia) = try await Self.oldStore(storage, contents)
        let former = try await Self.photos(of: world)
        #expect(try await world.guest.data(of: former[0]) == TestPhotos.png(seed: 1))
        #expect(try await world.session(leia).data(of: former[0]) == contents[0])
        await #expect(throws: TimelineError.photoRefused(.notStripped(.png), name: nil)) {
            try await world.session(leia).updateProfile(ProfileUpdate(avatar: .set(former[0])))
        }

        let steps = Lock<[Int]>([])
        let count = try await world.owner.convertPhotos { done, total in
            steps.withLock { $0 += [done, total] }
        }
        #expect(count == 3 && steps.withLock { $0 } == [3, 3])
        let photos = try await Self.photos(of: world)
        #expect(photos == [1, 2, 5].map { TestPhotos.photo(seed: $0) })
        for (photo, content) in zip(photos, contents) {
            #expect(try await world.session(leia).data(of: photo) == content)
            let copy = try await world.guest.data(of: photo)
            #expect(copy.range(of: PlainPhotoProcessor.metadata) == nil)
            #expect(try world.blobs.data(for: photo.blob) == copy)
        }
        #expect(try await world.owner.convertPhotos() == 0)
        #expect(try await world.owner.examine().isEmpty)
    }

    @Test("A conversion that was killed continues where it stopped", arguments: Storage.allCases)
    func resumption(storage: Storage) async throws {
        let contents = (1...50).map(Self.original)
        let (world, leia) = try await Self.oldStore(storage, contents)
        let unconverted = {
            try world.repository.read { reader in
                try reader.unconvertedPhotos(after: nil, limit: 100, retrying: false).count
            }
        }
        let failure = TimelineError.storageFailed(
            StorageFailure(operation: "Putting", reason: "the test says so")
        )
        let puts = Lock(0)
        let blobs = ProbingBlobStore(world.blobs) { point in
            guard point == .putting else { return }
            let number = puts.withLock { puts in
                puts += 1
                return puts
            }
            if number == 60 { throw failure }
        }
        let failing = try world.with(blobs: blobs)
        await #expect(throws: failure) { try await failing.owner.convertPhotos() }
        #expect(try (1..<50).contains(unconverted()))
        let count = try unconverted()
        #expect(try await world.owner.convertPhotos() == count)
        #expect(try unconverted() == 0)
        let photos = try await Self.photos(of: world)
        for (photo, content) in zip(photos, contents) {
            #expect(try await world.session(leia).data(of: photo) == content)
        }
        let findings = try await world.owner.examine(repairing: true)
        #expect(findings.allSatisfy { $0.isRepairable })
        #expect(try await world.owner.examine().isEmpty)
    }

    @Test(
        "A photo that cannot be stripped or read stays, and the doctor names it",
        arguments: Storage.allCases
    )
    func unconvertible(storage: Storage) async throws {
        let contents = [Self.endless, Self.original(1), Self.original(2)]
        let (world, leia) = try await Self.oldStore(storage, contents)
        let missing = BlobID(of: contents[1])
        try world.blobs.remove(missing)
        #expect(try await world.owner.convertPhotos() == 1)
        #expect(try await world.owner.convertPhotos() == 0)
        let posts = try await world.guest.page(of: .everyone).posts
        let endless = try #require(posts.last)
        let findings = try await world.owner.examine()
        #expect(
            findings == [
                .photoMissing(missing, of: [posts[1].id]),
                .photoUnconverted(endless.photos[0].blob, of: [endless.id]),
            ]
        )
        #expect(try await world.session(leia).data(of: endless.photos[0]) == Self.endless)
        await #expect(throws: TimelineError.photoRefused(.truncated(.png), name: nil)) {
            try await world.guest.data(of: endless.photos[0])
        }
        // Posting the file again restores the photo, so a repair can convert it.
        try await world.session(leia).post([PhotoFile(content: contents[1])])
        _ = try await world.owner.examine(repairing: true)
        #expect(
            try await world.owner.examine() == [
                .photoUnconverted(endless.photos[0].blob, of: [endless.id])
            ]
        )
        let page = try await world.guest.page(of: .everyone)
        #expect(page.posts[2].photos == [TestPhotos.photo(seed: 1)])
    }

    @Test(
        "A pending post of an earlier version is converted once it is applied",
        arguments: Storage.allCases
    )
    func pendingPost(storage: Storage) async throws {
        let world = try TestWorld(storage)
        var make = ChangeMaker()
        let content = Self.original(1)
        try world.blobs.put(content)
        let post = make.change(.leia, .postAdded(Post.Content(photos: [Self.photo(content)])))
        try world.repository.apply([post])
        #expect(try await world.owner.convertPhotos() == 0)
        try world.repository.apply([try make.user(.leia, "leia")])
        #expect(try await world.owner.convertPhotos() == 1)
        #expect(try await Self.photos(of: world) == [TestPhotos.photo(seed: 1)])
    }
}
