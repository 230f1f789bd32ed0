import Foundation
import S3TestSupport
import Testing
import TimelineCore
import TimelineTestDoubles
import TimelineTestSupport
import TimelineTesting

@Suite("The laws of a blob store")
struct BlobStoreTests {
    enum Kind: CaseIterable { case memory, folder, s3 }

    private static func store(_ kind: Kind) throws -> any BlobStore { try twoProcesses(kind).0 }

    @Test(arguments: Kind.allCases, [0, 1, 100_000])
    func bytesComeBackUnderTheirSHA256(kind: Kind, count: Int) throws {
        let store = try Self.store(kind)
        let content = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let id = try store.put(content)
        #expect(id == BlobID(of: content))
        #expect(try store.data(for: id) == content)
        #expect(try store.contains(id))
        #expect(try store.isWhole(id))
        #expect(try store.all() == [id])
    }

    @Test(arguments: Kind.allCases)
    func repeatedWritesAndRemovalsChangeNothing(kind: Kind) throws {
        let store = try Self.store(kind)
        let contents = (1...3).map { TestPhotos.png(seed: $0) }
        for content in contents + contents { try store.put(content) }
        #expect(Set(try store.all()) == Set(contents.map(BlobID.init(of:))))
        let id = BlobID(of: contents[0])
        for _ in 1...2 { try store.remove(id) }
        #expect(try store.data(for: id) == nil)
        #expect(try !store.contains(id))
        #expect(try !store.isWhole(id))
        #expect(try store.all().count == 2)
    }

    @Test(arguments: Kind.allCases)
    func blobsAnnouncedByAFailedBodyAreAbandoned(kind: Kind) throws {
        struct Refusal: Error {}
        let store = try Self.store(kind)
        let id = try store.put(Data([1]))
        #expect(try store.reserving([id], as: .storing) { 7 } == 7)
        #expect(try store.removeAbandoned { _ in [] }.isEmpty)
        #expect(throws: Refusal.self) {
            try store.reserving([id], as: .storing) { throw Refusal() }
        }
        #expect(try store.contains(id))
        #expect(try store.removeAbandoned { _ in [] } == [id])
        #expect(try !store.contains(id))
        #expect(try store.removeAbandoned { _ in [] }.isEmpty)
    }

    @Test(arguments: Kind.allCases, [BlobReservation.storing, .removing])
    func blobsAreAnnouncedUntilTheBodyHasSucceeded(
        kind: Kind,
        reservation: BlobReservation
    ) throws {
        struct Refusal: Error {}
        let store = try Self.store(kind)
        let id = try store.put(Data([1]))
        try store.reserving([id], as: reservation) {
            #expect(try store.reserved() == [id])
            try store.reserving([id], as: reservation) {}
            #expect(try store.reserved() == [id])
        }
        #expect(try store.reserved().isEmpty)
        #expect(throws: Refusal.self) {
            try store.reserving([id], as: reservation) { throw Refusal() }
        }
        // As after a crash, the reservation remains until the next cleanup.
        #expect(try store.reserved() == [id])
        try store.removeAbandoned { Set($0) }
        #expect(try store.reserved().isEmpty)
        #expect(try store.contains(id))
    }

    @Test(arguments: Kind.allCases)
    func onlyOrphanedBlobsAreRemoved(kind: Kind) throws {
        let store = try Self.store(kind)
        let ids = try (1...250).map { try store.put(Data([UInt8($0)])) }
        let needed = Set(ids.suffix(5))
        let removed = try store.removeOrphaned(ids, retaining: false) { candidates in
            // All blobs remain readable while this closure determines which of them are referenced.
            let contents = try ids.suffix(5).map(store.data(for:))
            #expect(!contents.contains(nil))
            return needed.intersection(candidates)
        }
        #expect(Set(removed) == Set(ids.dropLast(5)))
        #expect(Set(try store.all()) == needed)
    }

    @Test(arguments: Kind.allCases)
    func aBlobFoundByAnotherWriterIsNotRemoved(kind: Kind) throws {
        let (store, other) = try Self.twoProcesses(kind)
        let content = TestPhotos.png(seed: 9)
        let id = try store.put(content)
        try store.reserving([id], as: .storing) {
            try store.put(content)
            // Nothing references the blob yet.
            #expect(try other.removeOrphaned([id], retaining: false) { _ in [] }.isEmpty)
            #expect(try store.data(for: id) == content)
        }
        // A process that removes references does not protect the blob by reserving it.
        try store.reserving([id], as: .removing) {
            let removed = try other.removeOrphaned([id], retaining: false) { _ in [] }
            #expect(removed == [id])
        }
    }

    @Test(arguments: Kind.allCases)
    func aBlobStoredDuringARemovalStays(kind: Kind) throws {
        let (store, other) = try Self.twoProcesses(kind)
        let content = TestPhotos.png(seed: 9)
        let id = try store.put(content)
        try store.removeOrphaned([id], retaining: false) { _ in
            try other.reserving([id], as: .storing) { _ = try other.put(content) }
            // This result represents a snapshot from before the blob was referenced.
            return []
        }
        #expect(try store.data(for: id) == content)
        #expect(try store.isWhole(id))
    }

    @Test(arguments: Kind.allCases)
    func aBlobReferencedDuringARemovalStays(kind: Kind) throws {
        let (store, other) = try Self.twoProcesses(kind)
        let content = TestPhotos.png(seed: 9)
        let id = try store.put(content)
        try other.reserving([id], as: .storing) { _ = try other.put(content) }
        let removed = try store.removeOrphaned([id], retaining: false) { ids in
            let found = try other.data(for: id)
            #expect(found == content)
            return Set(ids)
        }
        #expect(removed.isEmpty)
        #expect(try store.all() == [id])
    }

    @Test(arguments: Kind.allCases)
    func aFailedQuestionRestoresAllBlobs(kind: Kind) throws {
        struct Refusal: Error {}
        let store = try Self.store(kind)
        let ids = try (1...3).map { try store.put(Data([UInt8($0)])) }
        #expect(throws: Refusal.self) {
            try store.removeOrphaned(ids, retaining: false) { _ in throw Refusal() }
        }
        #expect(Set(try store.all()) == Set(ids))
    }

    /// Returns two instances of the same store, as two processes would open it.
    ///
    /// For a store in memory, both are the same object.
    private static func twoProcesses(_ kind: Kind) throws -> (any BlobStore, any BlobStore) {
        switch kind {
        case .memory:
            let store = InMemoryBlobStore()
            return (store, store)
        case .folder:
            let folder = try TemporaryFolder.make()
            return (try FolderBlobStore(folder: folder), try FolderBlobStore(folder: folder))
        case .s3:
            let place = try S3TestPlace()
            return (try place.open(), try place.open())
        }
    }

    @Test func theIDOfPublishedTestBytes() throws {
        // The one-block example in FIPS 180-4.
        let text = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        let id = BlobID(of: Data("abc".utf8))
        #expect(id.description == text)
        #expect(BlobID(text) == id)
        #expect(BlobID(text.uppercased()) == id)
        #expect(BlobID(bytes: id.bytes) == id)
        for wrong in ["", "ab", text + "00", "zz" + text.dropFirst(2), "é" + text.dropFirst(2)] {
            #expect(BlobID(wrong) == nil)
        }
        #expect(BlobID(bytes: Data(count: 31)) == nil)
    }
}
