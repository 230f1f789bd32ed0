import Foundation
import PictureFiles
import Testing
import TimelineCore
import TimelineTestSupport

@testable import TimelineMedia

/// Tests that a photo is parsed once and hashed once on its way from a file to the blob store.
@Suite("The work on a photo")
struct PhotoWorkTests {
    @Test("A file is parsed and hashed once on its way to the store", arguments: Fixtures.secrets)
    func fileToStore(name: String) async throws {
        let content = try Fixtures.file(name)
        let file = try TemporaryFolder.make().appending(path: name)
        try content.write(to: file)
        let count = WorkCount(content)
        let photo = try #require(try count.counting { try PhotoFile(file: file, name: name) })
        #expect(photo.content == content)
        let isPlaced = count.counting { photo.location != nil }
        #expect(isPlaced == !name.hasSuffix("gif"))
        let folder = try TemporaryFolder.make()
        let store = try CountingBlobStore(FolderBlobStore(folder: folder), count)
        let owner = StoreOwner(
            repository: InMemoryRepository(),
            blobs: store,
            hasher: PlainHasher(),
            photoProcessor: CountingProcessor(count: count)
        )
        let login = try await owner.guest.signUp(TestWorld.form("leia"), label: "test")
        let post = try await owner.acting(as: login.user.id).post([photo])
        let publicCopy = try store.data(for: post.photos[0].blob)
        #expect(try publicCopy == stripped(content))
        #expect(try await owner.acting(as: login.user.id).data(of: post.photos[0]) == content)
        #expect(count.parses == 1)
        // The stripped copy, which other readers receive, is a separate file. It is parsed once for
        // its ThumbHash.
        #expect(count.otherParses == 1)
        // The original and the public copy are hashed.
        #expect(count.hashes == 2)
    }

    @Test("Content in memory is parsed once on its way to the store")
    func memoryToStore() throws {
        let content = try Fixtures.file("secrets.jpg")
        let count = WorkCount(content)
        let photo = PhotoFile(content: content)
        try count.counting {
            _ = try photo.prepared(by: MediaPhotoProcessor())
            _ = photo.location
            InMemoryBlobStore().put(photo.blob)
        }
        // The original and the public copy are hashed. The public copy is too small to need a
        // preview.
        #expect(count.parses == 1 && count.otherParses == 1 && count.hashes == 2)
    }

    @Test("A file above the limit is rejected before it is read")
    func tooLarge() throws {
        let file = try TemporaryFolder.make().appending(path: "large.jpg")
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: UInt64(PictureLimits.bytes + 1))
        try handle.close()
        let count = WorkCount(Data())
        let fault = PictureError.tooLarge(bytes: PictureLimits.bytes + 1)
        #expect(throws: TimelineError.photoRefused(fault, name: "large.jpg")) {
            try count.counting { try PhotoFile(file: file, name: "large.jpg") }
        }
        #expect(count.hashes == 0)
    }

    @Test("A missing file results in no photo, and a folder cannot be read")
    func noFile() throws {
        let folder = try TemporaryFolder.make()
        let missing = try PhotoFile(file: folder.appending(path: "a.jpg"), name: "a.jpg")
        #expect(missing == nil)
        let failure = StorageError(
            operation: "Reading b",
            reason: "Is a directory",
            isOutsideStore: true
        )
        #expect(throws: TimelineError.storageFailed(failure)) {
            try PhotoFile(file: folder, name: "b")
        }
    }
}

/// A counter of the files parsed and the hashes computed while work runs in ``counting(_:)``.
private final class WorkCount: Sendable {
    private let content: Data
    private let counts = Lock((parses: 0, otherParses: 0, hashes: 0))

    /// Creates a counter that counts parses of `content` separately from those of other files.
    init(_ content: Data) { self.content = content }

    var parses: Int { counts.withLock(\.parses) }
    var otherParses: Int { counts.withLock(\.otherParses) }
    var hashes: Int { counts.withLock(\.hashes) }

    func counting<Result, Failure: Error>(
        _ work: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let result: Swift.Result<Result, Failure> =
            PictureFile.$onParse.withValue(parsed) {
                BlobID.$onHash.withValue(hashed) {
                    Swift.Result { () throws(Failure) in try work() }
                }
            }
        return try result.get()
    }

    @Sendable private func parsed(_ file: Data) {
        counts.withLock { counts in
            if file == content { counts.parses += 1 } else { counts.otherParses += 1 }
        }
    }

    @Sendable private func hashed() { counts.withLock { $0.hashes += 1 } }
}

/// A photo processor that forwards to the real one and counts its work.
///
/// The work runs on a separate thread.
private struct CountingProcessor: PhotoProcessor {
    let count: WorkCount

    func process(_ file: PhotoFile) throws(PictureError) -> PreparedPhoto {
        try count.counting { () throws(PictureError) in
            try MediaPhotoProcessor().process(file)
        }
    }
}

/// A blob store that counts the work of storing blobs and forwards all calls.
private struct CountingBlobStore: BlobStore {
    let store: FolderBlobStore
    let count: WorkCount

    init(_ store: FolderBlobStore, _ count: WorkCount) {
        self.store = store
        self.count = count
    }

    func put(_ blob: Blob) throws { try count.counting { try store.put(blob) } }
    func data(for id: BlobID) throws -> Data? { try store.data(for: id) }
    func contains(_ id: BlobID) throws -> Bool { try store.contains(id) }
    func isWhole(_ id: BlobID) throws -> Bool { try store.isWhole(id) }
    func removeOrphaned(
        _ ids: [BlobID],
        retaining isRetaining: Bool,
        referenced: ([BlobID]) throws -> Set<BlobID>
    ) throws -> [BlobID] {
        try store.removeOrphaned(ids, retaining: isRetaining, referenced: referenced)
    }
    func removeAbandoned(
        referenced: ([BlobID]) throws -> Set<BlobID>
    ) throws -> [BlobID] {
        try store.removeAbandoned(referenced: referenced)
    }
    func page(after cursor: BlobID?, limit: Int) throws -> Page<BlobID, BlobID> {
        try store.page(after: cursor, limit: limit)
    }
    func reserving<Result>(
        _ ids: [BlobID],
        as reservation: BlobReservation,
        _ body: () throws -> Result
    ) throws -> Result {
        try store.reserving(ids, as: reservation, body)
    }
    func reserved() throws -> Set<BlobID> { try store.reserved() }
}
