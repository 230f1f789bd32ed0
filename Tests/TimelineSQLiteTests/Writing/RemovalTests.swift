import Foundation
import Testing
import TimelineCore
import TimelineTestDoubles
import TimelineTestSupport
import TimelineTesting

@Suite("Files are deleted after the transaction that removes their last reference")
struct RemovalTests {
    private static func names(in folder: URL) -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        return names ?? []  // The folder may not exist.
    }

    /// Checks law 10 of repositories: no blob is read or written inside a transaction.
    @Test func anotherProcessWritesAtEachCallOfTheBlobStore() async throws {
        let world = try TestWorld(.sqliteFile)
        let store = try #require(world.blobs as? FolderBlobStore)
        let other = try world.openedAgain()
        let login = try await world.signUp("leia")
        let leia = login.user.id
        let points = Lock<Set<ProbingBlobStore.Point>>([])
        let blobs = ProbingBlobStore(store) { point in
            // This call waits, and fails if a transaction is still open.
            try other.repository.apply(.empty)
            points.withLock { _ = $0.insert(point) }
        }
        let observed = try world.with(blobs: blobs)
        let session = observed.session(leia)
        let files = (1...3).map { TestPhotos.file(seed: $0) }
        let post = try await session.post(files)
        try await session.updateProfile(ProfileUpdate(), avatar: TestPhotos.file(seed: 4))
        try await session.updateProfile(ProfileUpdate(), avatar: TestPhotos.file(seed: 5))
        let long = String(repeating: "a", count: 2201)
        await #expect(throws: TimelineError.self) { try await session.post(files, caption: long) }
        try store.put(TestPhotos.png(seed: 6))
        _ = try await observed.owner.examine(repairing: true)
        try await session.delete(post.id)
        #expect(try store.all() == TestPhotos.photo(seed: 5).blobs.sorted())
        try await session.deleteAccount(password: TestWorld.password)
        #expect(
            points.withLock(\.self) == [
                .reserving, .putting, .put, .reading, .removing, .removed,
            ]
        )
        #expect(try store.all().isEmpty)
        #expect(Self.names(in: store.folder.appending(path: ".discarded")).isEmpty)
        #expect(Self.names(in: store.folder.appending(path: ".reserved")).isEmpty)
    }

    @Test func theOnlyOtherPostOfAPhotoIsDeletedBetweenItsPutAndItsCommit() async throws {
        let world = try TestWorld(.sqliteFile)
        let other = try world.openedAgain()
        let (leia, han, _) = try await world.threeUsers()
        let first = try await world.post(by: leia, seed: 1)
        let outcome = Lock<Result<Void, any Error>?>(nil)
        let blobs = ProbingBlobStore(world.blobs) { point in
            guard point == .put else { return }
            outcome.withLock { outcome in
                outcome = Result {
                    let deletion = Intent.postDeleted(first.id)
                    try other.repository.say(deletion, by: leia, at: other.clock.now)
                    try other.blobs.removeOrphaned(first.photos.map(\.blob), retaining: false) {
                        ids in
                        try other.repository.read { reader in
                            Set(try ids.filter { try reader.isReferenced($0) })
                        }
                    }
                }
            }
        }
        let second = try await world.with(blobs: blobs).session(han)
            .post([TestPhotos.file(seed: 1)])
        let deletion = outcome.withLock { $0 }
        try #require(deletion).get()
        let content = try await world.session(han).data(of: second.photos[0])
        #expect(content == TestPhotos.png(seed: 1))
        #expect(try await world.owner.examine().isEmpty)
    }

    @Test func blobsDiscardedByAKilledProcessAreDeletedAtTheNextPost() async throws {
        let world = try TestWorld(.sqliteFile)
        let store = try #require(world.blobs as? FolderBlobStore)
        let leia = try await world.user("leia")
        let post = try await world.post(by: leia, seed: 2)
        let gone = try store.put(TestPhotos.png(seed: 9))
        let discarded = store.folder.appending(path: ".discarded")
        try DurableFile.makeFolder(discarded)
        for id in [gone, post.photos[0].blob] {
            let target = discarded.appending(path: id.description)
            try DurableFile.move(store.path(for: id), to: target)
        }
        #expect(
            try await world.session(leia).data(of: post.photos[0]) == TestPhotos.png(seed: 2)
        )
        try await world.post(by: leia, seed: 1)
        #expect(try !store.contains(gone))
        #expect(Self.names(in: discarded).isEmpty)
        #expect(try await world.owner.examine().isEmpty)
    }

    /// Checks that each post either finds the photo stored by another process or stores it again.
    @Test func manyProcessesPostAndDeleteTheSamePhoto() async throws {
        let world = try TestWorld(.sqliteFile)
        let leia = try await world.user("leia")
        let file = TestPhotos.file(seed: 1)
        try await withThrowingTaskGroup { group in
            for _ in 0..<4 {
                let process = try world.openedAgain()
                group.addTask {
                    for _ in 0..<15 {
                        let post = try await process.session(leia).post([file])
                        let content = try await process.session(leia).data(of: post.photos[0])
                        #expect(content == TestPhotos.png(seed: 1))
                        try await process.session(leia).delete(post.id)
                    }
                }
            }
            try await group.waitForAll()
        }
        let last = try await world.session(leia).post([file])
        #expect(try await world.owner.examine().isEmpty)
        try await world.session(leia).delete(last.id)
        #expect(try world.blobs.all().isEmpty)
    }
}
