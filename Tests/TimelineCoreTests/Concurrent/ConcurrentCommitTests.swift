import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("Concurrent reads do not hide a commit from its caller", .timeLimit(.minutes(20)))
struct ConcurrentCommitTests {
    @Test(arguments: Storage.allCases, [false, true])
    func aCommittedCallReturnsItsAnswer(storage: Storage, isCancelled: Bool) async throws {
        let world = try TestWorld(storage)
        let (leia, han, _) = try await world.threeUsers()
        let post = try await world.post(by: han)
        var limits = EngineLimits()
        limits.waitingReads = 0
        let owner = StoreOwner(
            repository: world.repository,
            blobs: world.blobs,
            hasher: world.hasher,
            photoProcessor: PlainPhotoProcessor(),
            environment: world.clock.environment,
            limits: limits
        )
        let session = owner.acting(as: leia)
        let photo = TestPhotos.file(seed: 9)
        let calls: [@Sendable () async throws -> Bool] = [
            { try await session.like(post.id).likedByViewer },
            { try await session.unlike(post.id).likeCount == 0 },
            { try await session.follow(han).followedByViewer },
            { try await session.unfollow(han).followerCount == 0 },
            { try await session.post([photo], caption: "once").caption == "once" },
        ]
        for call in calls {
            // The blocked reads make the call wait in the queue.
            let reads = try await BlockedLane(owner.engine.reads.lane)
            let task = Task { try await call() }
            try await reads.untilWaiting()
            if isCancelled { task.cancel() }
            reads.release()
            #expect(try await task.value)
        }
        let page = try await world.guest.page(of: .user(leia))
        #expect(page.posts.map(\.caption) == ["once"])
    }
}
