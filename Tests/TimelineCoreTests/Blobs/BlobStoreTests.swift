import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("The laws of a blob store")
struct BlobStoreTests {
    enum Kind: CaseIterable { case memory, folder }

    private static func store(_ kind: Kind) throws -> any BlobStore {
        switch kind {
        case .memory: InMemoryBlobStore()
        case .folder: try FolderBlobStore(folder: try TemporaryFolder.make())
        }
    }

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
        let id = BlobID(of: Data([1]))
        #expect(try store.announcing([id]) { 7 } == 7)
        var abandoned: [BlobID] = []
        try store.abandoned { abandoned += $0 }
        #expect(abandoned.isEmpty)
        #expect(throws: Refusal.self) { try store.announcing([id]) { throw Refusal() } }
        for _ in 1...2 { try store.abandoned { abandoned += $0 } }
        #expect(abandoned == (kind == .folder ? [id] : []))
    }

    @Test func theIDOfPublishedTestBytes() throws {
        // FIPS 180-4, one-block example.
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
