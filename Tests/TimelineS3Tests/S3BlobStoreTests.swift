import Foundation
import S3TestSupport
import Testing
import TimelineCore
import TimelineTestSupport

@testable import TimelineS3

@Suite("Blobs as objects")
struct S3BlobStoreTests {
    private let place: S3TestPlace
    private let store: S3BlobStore

    init() throws {
        place = try S3TestPlace()
        store = try place.open()
    }

    /// Writes other bytes under the name of a blob, as another program would.
    private func damage(_ id: BlobID, _ content: Data) throws {
        let other = BlobID(of: content)
        let key = store.keys.main(id)
        #expect(
            try store.bucket.write(.bytes(content), digest: other, to: key, replacing: true)
        )
    }

    @Test func bytesThatDoNotMatchTheirIDAreRefused() throws {
        let id = BlobID(of: Data([1]))
        #expect(throws: S3Fault.refused(status: 400, code: "BadDigest")) {
            try store.bucket.write(
                .bytes(Data([2])),
                digest: id,
                to: store.keys.main(id),
                replacing: true
            )
        }
        #expect(try !store.contains(id))
    }

    @Test func damagedBytesAreNotReturned() throws {
        let id = try store.put(Data([1, 2, 3]))
        try damage(id, Data([1, 2, 4]))
        let error = #expect(throws: TimelineError.self) { try store.data(for: id) }
        guard case .storageFailed(let failure) = error else {
            Issue.record("It is not a failure of the storage.")
            return
        }
        #expect(failure.isPhoto)
        #expect(try !store.isWhole(id))
        #expect(try store.contains(id))
    }

    @Test(arguments: [Data([1, 2, 4]), Data([1, 2, 3, 4])])
    func writingADamagedBlobAgainRepairsIt(damaged: Data) throws {
        let id = try store.put(Data([1, 2, 3]))
        try damage(id, damaged)
        try store.put(Data([1, 2, 3]))
        #expect(try store.isWhole(id))
        #expect(try store.byteCount(of: id) == 3)
    }

    @Test func pagesAreInOrderAndHaveOnlyBlobs() throws {
        let ids = try concurrently(Array(UInt16(0)..<230), width: S3Limits.width) { number in
            try store.put(withUnsafeBytes(of: number) { Data($0) })
        }
        for name in [
            "notes.txt", "\(ids[0]).part", "\(ids[1])/x", String(repeating: "g", count: 64),
        ] {
            let content = Data(name.utf8)
            _ = try store.bucket.write(
                .bytes(content),
                digest: BlobID(of: content),
                to: store.keys.prefix + name,
                replacing: true
            )
        }
        let sorted = ids.sorted()
        #expect(try store.all() == sorted)
        for limit in [1, 7, 100] {
            let page = try store.page(after: sorted[99], limit: limit)
            #expect(page.items == Array(sorted[100..<(100 + limit)]))
        }
        #expect(try store.page(after: sorted[229], limit: 10).items.isEmpty)
        #expect(try store.page(after: nil, limit: 0).items.isEmpty)
    }

    @Test(arguments: [5, 200])
    func manyQuestionsAtOnce(count: Int) throws {
        let ids = try concurrently(Array(0..<count), width: S3Limits.width) {
            try store.put(Data("\($0)".utf8))
        }
        let missing = (0..<count).map { BlobID(of: Data("missing \($0)".utf8)) }
        let asked = Set(ids.prefix(count / 2) + missing)
        #expect(try store.contained(among: asked) == Set(ids.prefix(count / 2)))
        #expect(try store.contained(among: Set(missing)).isEmpty)
        #expect(try store.contained(among: []).isEmpty)
    }

    @Test func filesAreSentAndDeleted() throws {
        let folder = try TemporaryFolder.make()
        let contents = (1...20).map { Data(repeating: UInt8($0), count: 20_000 * $0) } + [Data()]
        let files = try contents.enumerated()
            .map { index, content in
                let file = folder.appending(path: "\(index)")
                try DurableFile.write(content, to: file)
                return (id: BlobID(of: content), file: file)
            }
        try store.adopt(files + [(BlobID(of: Data([9])), folder.appending(path: "missing"))])
        for (id, file) in files {
            #expect(try store.isWhole(id))
            #expect(try !DurableFile.exists(file))
        }
        let wrong = folder.appending(path: "wrong")
        try DurableFile.write(Data([8]), to: wrong)
        #expect(throws: TimelineError.self) { try store.adopt([(BlobID(of: Data([7])), wrong)]) }
        #expect(try DurableFile.exists(wrong))
        #expect(try !store.contains(BlobID(of: Data([7]))))
    }

    @Test func largeBlobsComeBack() throws {
        let content = Data((0..<9_000_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) })
        let id = try store.put(content)
        #expect(try store.put(content) == id)
        #expect(try store.data(for: id) == content)
        #expect(try store.byteCount(of: id) == content.count)
    }

    @Test func aBucketThatDoesNotExistIsAnErrorNotAMissingBlob() throws {
        let settings = place.settings
        let store = try S3BlobStore(
            S3Address("s3://no-such-bucket/x"),
            settings: settings,
            leases: InMemoryBlobLeases()
        )
        let id = BlobID(of: Data([1]))
        let calls: [() throws -> Any?] = [
            { try store.contains(id) }, { try store.data(for: id) }, { try store.all() },
            { try store.isWhole(id) }, { try store.put(Data([1])) }, { try store.check() },
        ]
        for call in calls {
            let error = #expect(throws: TimelineError.self) { try call() }
            let text = error.map { "\($0)" } ?? ""
            #expect(text.contains("no such bucket") && text.contains(settings.host), "\(text)")
        }
    }

    @Test func aRetainedBlobIsNotDestroyed() throws {
        let id = try store.put(Data([1, 2, 3]))
        #expect(try store.removeOrphaned([id], retaining: true) { _ in [] } == [id])
        #expect(try store.all().isEmpty)
        #expect(try !store.contains(id))
        #expect(try !store.isWhole(id))
        #expect(try store.isSetAside(id))
        #expect(try store.data(for: id) == Data([1, 2, 3]))
        try store.restore(id)
        #expect(try store.all() == [id])
        #expect(try !store.isSetAside(id))
        try store.restore(id)
    }

    @Test func aDamagedBlobThatWasSetAsideReplacesNoNewOne() throws {
        let id = try store.put(Data([1, 2, 3]))
        try damage(id, Data([1, 2, 4]))
        try store.removeOrphaned([id], retaining: false) { ids in
            try store.put(Data([1, 2, 3]))
            return Set(ids)
        }
        #expect(try store.isWhole(id))
        #expect(try store.bucket.objects(withPrefix: store.keys.prefix).keys.count == 1)
    }

    @Test func manyCallersAtOnce() async throws {
        try await withThrowingTaskGroup { group in
            for seed in 0..<40 {
                group.addTask { [store] in
                    let content = Data("blob \(seed % 10)".utf8)
                    try await BlockingExecutor(width: 1)
                        .run {
                            let id = try store.put(content)
                            #expect(try store.data(for: id) == content)
                        }
                }
            }
            try await group.waitForAll()
        }
        #expect(try store.all().count == 10)
    }
}
