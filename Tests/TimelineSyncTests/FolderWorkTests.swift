import Foundation
import Synchronization
import Testing
import TimelineTestSupport
import TimelineCore
@testable import TimelineSync
@testable import SyncTestSupport

/// Anna, who follows Ben, syncs with a folder into which strangers write as well.
@Suite("Bounds of the work of a sync with a folder")
struct FolderWorkTests {
    private let anna: Author
    private let ben: Author
    private let eve: Author
    private var phone: Phone
    private let work = Work()
    private let folder: String
    private var memory = FolderMemory()

    init() throws {
        (anna, ben, eve) = (try Author(1), try Author(2), try Author(3))
        let store = InMemorySyncStore(
            user: anna.id,
            device: anna.devices[0].id,
            keys: CountingVerifier(work: work),
            generator: SplitMix64(seed: 1)
        )
        phone = try Phone(anna, store: store)
        try phone.follow(ben)
        let temporary = FileManager.default.temporaryDirectory
        folder = temporary.appendingPathComponent("timeline-\(UUID().uuidString)").path
    }

    private mutating func sync(
        wasting limit: Int = SessionLimits.wastedBytes
    ) throws -> FolderSummary {
        work.count.store(0, ordering: .relaxed)
        var carrier = FolderCarrier(
            store: phone.store,
            path: folder,
            memory: memory,
            wasteLimit: limit
        )
        let summary = try carrier.sync(at: phone.time)
        #expect(FolderMemory(decoding: carrier.memory.encoded) == carrier.memory)
        memory = carrier.memory
        return summary
    }

    /// The number of records verified in the last sync.
    private var verified: Int { work.count.load(ordering: .relaxed) }

    /// Writes a pack, and returns its path within the folder.
    @discardableResult
    private func write(
        _ records: [VerifiedRecord],
        by device: KeyID,
        number: UInt64 = 1
    ) throws -> String {
        let name = PackName(device: device, number: number)
        let path = "\(folder)/devices/\(device)"
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true
        )
        let content = Data(Pack.encode(records))
        try content.write(to: URL(filePath: "\(path)/\(name.fileName)"))
        return FolderFiles.path(of: name)
    }

    private func remove() {
        // The folder may not exist.
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func stranger(_ number: UInt8) throws -> KeyID {
        try #require(KeyID(bytes: [0, 0, 0, 0, 0, 0, 0, number]))
    }

    /// Returns a post with a signature that is not its author's.
    private func forged(_ post: VerifiedRecord) throws -> VerifiedRecord {
        let signature = post.signature.map { $0 ^ 1 }
        return VerifiedRecord(
            unchecked: try SignedRecord(bodyBytes: post.bodyBytes, signature: signature)
        )
    }

    @Test("What the store holds, and what it does not want, is not verified")
    mutating func knownRecords() throws {
        defer { remove() }
        let held = try ben.keyRecords() + (0..<5).map { try ben.post(1000 + $0) }
        try phone.store.add(held)
        let unwanted = try (0..<5 as Range<UInt64>).map { try eve.post(1000 + $0) }
        try write(held + unwanted, by: ben.devices[0].id)
        let new = try ben.post(2000)
        try write([new, new, new], by: ben.devices[0].id, number: 2)
        #expect(try sync().recordsAccepted == 1)
        #expect(verified == 1)
        #expect(memory.packs.values.contains { $0.records == Set(held.map(\.id)) })
        // Following another user reads all packs again.
        try phone.follow(eve, at: 11)
        try write(eve.keyRecords(), by: eve.devices[0].id)
        #expect(try sync().recordsAccepted == 7)
        // Five posts are read before their keys, and once more afterwards.
        #expect(verified == 5 + 2 + 5)
    }

    @Test("A record that is held with another signature does not count as present")
    mutating func otherSignature() throws {
        defer { remove() }
        let post = try ben.post(1000)
        try phone.store.add(ben.keyRecords() + [post])
        try write(ben.keyRecords() + [forged(post)], by: ben.devices[0].id)
        _ = try sync()
        #expect(verified == 1)
        let other = try Phone(Author(4))
        try other.follow(ben)
        var carrier = FolderCarrier(store: other.store, path: folder)
        _ = try carrier.sync(at: other.time)
        #expect(other.store.live[post.id] != nil)
    }

    @Test("Records from the future are named until they are due, and then read again")
    mutating func future() throws {
        defer { remove() }
        let late = try ben.post(2_000_000)
        try write(ben.keyRecords() + [ben.post(1000), late], by: ben.devices[0].id)
        for count in [4, 0, 0] {
            #expect(try sync().futureRecords.map(\.id) == [late.id])
            #expect(verified == count)
        }
        phone.clock = 2_000_000 - PushID.clockTolerance
        #expect(try sync().futureRecords.isEmpty)
        #expect(verified == 1)
        #expect(phone.store.live[late.id] != nil)
        #expect(try sync().packsRead == 0)
    }

    @Test("A pack with records whose keys are missing is read again when something has arrived")
    mutating func missingKeys() throws {
        defer { remove() }
        let post = try ben.post(1000)
        try write([post], by: stranger(1))
        _ = try sync()
        #expect(try sync().packsRead == 0)
        try phone.store.add(ben.keyRecords())
        #expect(try sync().recordsAccepted == 1)
        #expect(phone.store.live[post.id] != nil)
        #expect(try sync().packsRead == 0)
    }

    @Test("Useless packs do not keep the packs of known devices from being read, and wait")
    mutating func wastedWork() throws {
        defer { remove() }
        try phone.store.add(ben.keyRecords())
        let garbage = try (0..<40 as Range<UInt64>).map { try forged(ben.post(5000 + $0)) }
        let length = garbage.reduce(0) { $0 + $1.encoded.count }
        let paths = try (1...6 as ClosedRange<UInt8>)
            .map { try write(garbage, by: stranger($0)) }
        try write(garbage, by: ben.devices[1].id)
        let post = try ben.post(1000)
        try write([post], by: ben.devices[0].id)
        let last = try ben.post(1001)
        let rest = try write([last], by: #require(KeyID(bytes: Array(repeating: 255, count: 8))))
        // Two useless packs exceed the limit.
        let limit = length + length / 2
        let first = try sync(wasting: limit)
        #expect(phone.store.live[post.id] != nil && phone.store.live[last.id] == nil)
        #expect(first.damagedFiles == (paths.dropFirst(2) + [rest]).sorted())
        #expect(verified == 3 * 40 + 1)
        let second = try sync(wasting: limit)
        #expect(second.damagedFiles == (paths.dropFirst(4) + [rest]).sorted())
        #expect(verified == 2 * 40)
        _ = try sync(wasting: limit)
        let fourth = try sync(wasting: limit)
        #expect(fourth.damagedFiles.isEmpty && phone.store.live[last.id] != nil)
        #expect(try sync(wasting: limit).packsRead == 0)
    }

    @Test("Reading packs again for what they left over is limited")
    mutating func leftovers() throws {
        defer { remove() }
        let orphan = try eve.record(.liked(ben.bound(1000)), at: stamp(2000), on: ben.id)
        for number in 1...5 as ClosedRange<UInt8> { try write([orphan], by: stranger(number)) }
        #expect(try sync().packsRead == 5)
        // Any change may have brought the key.
        try phone.add(anna.post(3000))
        let length = Pack.encode([orphan]).count
        let summary = try sync(wasting: 2 * length)
        #expect(summary.packsRead == 2 && summary.damagedFiles.count == 3)
    }
}

/// The number of verified records.
private final class Work: Sendable {
    let count = Atomic<Int>(0)
}

/// Counts the records that it verifies.
private struct CountingVerifier: RecordVerifier {
    let work: Work
    private var keys = KeyDirectory()

    init(work: Work) {
        self.work = work
    }

    mutating func insert(_ record: VerifiedRecord) { keys.insert(record) }

    mutating func verify(
        encoded encodings: [[UInt8]]
    ) -> [Result<VerifiedRecord, RecordError>] {
        work.count.add(encodings.count, ordering: .relaxed)
        return keys.verify(encoded: encodings)
    }
}
