import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("Files are deleted after the transaction that takes their last reference")
struct RemovalTests {
    /// A blob store that lets another process write whenever a file is deleted.
    private struct ProbingBlobStore: BlobStore {
        let store: FolderBlobStore
        let probe: @Sendable () throws -> Void

        func put(_ blob: Blob) throws { try store.put(blob) }
        func data(for id: BlobID) throws -> Data? { try store.data(for: id) }
        func contains(_ id: BlobID) throws -> Bool { try store.contains(id) }
        func isWhole(_ id: BlobID) throws -> Bool { try store.isWhole(id) }
        func setAside(_ id: BlobID) throws { try store.setAside(id) }
        func all() throws -> [BlobID] { try store.all() }
        func announced() throws -> Set<BlobID> { try store.announced() }
        func discard(_ id: BlobID) throws { try store.discard(id) }

        func remove(_ id: BlobID) throws {
            try probe()
            try store.remove(id)
        }

        func deleteDiscarded(_ ids: [BlobID]) throws {
            try probe()
            try store.deleteDiscarded(ids)
        }

        func announcing<Answer>(_ ids: [BlobID], _ body: () throws -> Answer) throws -> Answer {
            try store.announcing(ids, body)
        }

        func abandoned(_ body: ([BlobID]) throws -> Void) throws { try store.abandoned(body) }
    }

    private static func names(in folder: URL) -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        return names ?? []  // The folder may not exist.
    }

    @Test func anotherProcessWritesWhileFilesAreDeleted() async throws {
        let world = try TestWorld(.sqliteFile)
        let store = try #require(world.blobs as? FolderBlobStore)
        let other = try world.openedAgain()
        let leia = try await world.user("leia")
        let counter = Counter()
        let blobs = ProbingBlobStore(store: store) {
            // Fails if a transaction is still open.
            try other.repository.apply([])
            counter.next()
        }
        let observed = try world.with(blobs: blobs)
        let files = (1...3).map { TestPhotos.file(seed: $0) }
        let post = try await observed.session(leia).post(files)
        try await observed.session(leia).delete(post.id)
        #expect(counter.value > 0)
        #expect(try store.all().isEmpty)
        #expect(Self.names(in: store.folder.appending(path: ".discarded")).isEmpty)
        #expect(Self.names(in: store.folder.appending(path: ".announced")).isEmpty)
    }

    @Test func blobsDiscardedByAKilledProcessAreDeletedAtTheNextPost() async throws {
        let world = try TestWorld(.sqliteFile)
        let store = try #require(world.blobs as? FolderBlobStore)
        let leia = try await world.user("leia")
        let gone = try store.put(TestPhotos.png(seed: 9))
        try store.discard(gone)
        #expect(try !store.contains(gone))
        let note = store.folder.appending(path: ".announced")
        try DurableFile.makeFolder(note)
        try Data("\(gone)".utf8).write(to: note.appending(path: UUID().uuidString))
        try await world.post(by: leia, seed: 1)
        #expect(Self.names(in: store.folder.appending(path: ".discarded")).isEmpty)
        #expect(Self.names(in: note).isEmpty)
    }

    @Test func aDiscardedBlobThatIsStoredAgainStays() throws {
        let store = try FolderBlobStore(folder: try TemporaryFolder.make())
        let content = TestPhotos.png(seed: 9)
        let id = try store.put(content)
        try store.discard(id)
        _ = try store.put(content)
        try store.deleteDiscarded([id])
        #expect(try store.data(for: id) == content)
        // Discarding a blob that does not exist is no error.
        try store.discard(BlobID(of: Data([1])))
        try store.deleteDiscarded([BlobID(of: Data([1]))])
    }

    private final class Counter: Sendable {
        private let state = Lock(0)

        var value: Int { state.withLock(\.self) }

        func next() { state.withLock { $0 += 1 } }
    }
}
