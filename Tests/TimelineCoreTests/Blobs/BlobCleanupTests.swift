import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("The engine removes blobs that lose their last reference")
struct BlobCleanupTests {
    /// A rendition store that records the blobs for which renditions should be deleted.
    private final class Renditions: RenditionStore {
        private let state = Lock<Set<BlobID>>([])
        var removed: Set<BlobID> { state.withLock { $0 } }
        func removeRenditions(of blobs: [BlobID]) { state.withLock { $0.formUnion(blobs) } }
    }

    private static func photo(_ seed: Int) throws -> PreparedPhoto {
        try TestPhotos.file(seed: seed).prepared(by: PlainPhotoProcessor())
    }

    private static func blob(_ seed: Int) -> BlobID { TestPhotos.photo(seed: seed).blob }

    @Test(arguments: Storage.allCases)
    func aPostDeletedByARecordFromElsewhere(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let renditions = Renditions()
        let owner = StoreOwner(
            repository: world.repository,
            blobs: world.blobs,
            renditions: renditions,
            hasher: world.hasher,
            environment: world.clock.environment
        )
        var make = RecordMaker()
        make.step = 0
        let posts = try [1, 2, 1].map { try make.post(.leia, photo: $0) }
        let photos = try [1, 2].map(Self.photo)
        try await owner.add(([make.user(.leia, "leia")] + posts).certified, photos: photos)
        try await owner.add([make.record(.leia, .postDeleted(posts[0].post))])
        #expect(Set(try world.blobs.all()) == [Self.blob(1), Self.blob(2)])
        try await owner.add([make.record(.leia, .postDeleted(posts[2].post))])
        #expect(try world.blobs.all() == [Self.blob(2)])
        #expect(renditions.removed == [Self.blob(1)])
        // Applying the post again after its deletion does not leave any blobs behind either.
        try await owner.add([posts[0]], photos: [Self.photo(1)])
        #expect(try world.blobs.all() == [Self.blob(2)])
    }

    @Test(arguments: Storage.allCases)
    func aPostWithoutAnEffectThatIsDeleted(storage: Storage) async throws {
        let world = try TestWorld(storage)
        var make = RecordMaker()
        make.step = 0
        let post = try make.post(.leia, photo: 1)
        try await world.owner.add([post].certified, photos: [Self.photo(1)])
        #expect(try world.blobs.all() == [Self.blob(1)])
        try await world.owner.add([make.record(.leia, .postDeleted(post.post))])
        #expect(try world.blobs.all().isEmpty)
    }

    @Test(arguments: Storage.allCases)
    func anAccountOfAUserRemovedFromElsewhere(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let login = try await world.signUp("leia")
        let leia = login.user.id
        try await world.post(by: leia, seed: 1)
        try await world.session(leia)
            .updateProfile(ProfileUpdate(), avatar: TestPhotos.file(seed: 2))
        world.clock.advance(by: 1)
        var make = RecordMaker(at: world.clock.now)
        try await world.owner.add([make.accountDeleted(leia)])
        #expect(try world.blobs.all().isEmpty)
        #expect(try world.repository.account(of: leia) == nil)
        #expect(try world.repository.sessions(of: leia).isEmpty)
        #expect(try await world.signUp("leia").user.username == "leia")
    }

    @Test(arguments: Storage.allCases)
    func sixtyAvatarsSetAtOnceLeaveOneBlob(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        try await withThrowingTaskGroup { group in
            for seed in 1...60 {
                group.addTask {
                    try await world.session(leia)
                        .updateProfile(ProfileUpdate(), avatar: TestPhotos.file(seed: seed))
                }
            }
            try await group.waitForAll()
        }
        let avatar = try await world.guest.profile(of: leia).user.avatar
        #expect(try world.blobs.all() == avatar?.blobs.sorted())
    }
}
