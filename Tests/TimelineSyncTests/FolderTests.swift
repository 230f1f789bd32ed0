import Foundation
import Testing
import TimelineCore
@testable import TimelineSync
@testable import SyncTestSupport

@Suite("Folders")
struct FolderTests {
    private let anna: Author
    private let ben: Author
    private let folder: String

    init() throws {
        anna = try Author(1)
        ben = try Author(2)
        let temporary = FileManager.default.temporaryDirectory
        folder = temporary.appendingPathComponent("timeline-\(UUID().uuidString)").path
    }

    /// Syncs a device with the folder.
    private func sync(
        _ phone: Phone,
        _ memory: inout FolderMemory,
        seal: FolderSeal? = nil
    ) throws -> FolderSummary {
        var carrier = FolderCarrier(store: phone.store, path: folder, seal: seal, memory: memory)
        defer { memory = carrier.memory }
        return try carrier.sync(at: phone.time)
    }

    /// Returns the packs of a device.
    private func packs(of phone: Phone) throws -> [String] {
        let path = "\(folder)/devices/\(phone.store.device)"
        return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    private func remove() {
        // The folder may not exist.
        try? FileManager.default.removeItem(atPath: folder)
    }

    @Test("Devices that never meet converge through a folder", arguments: [false, true])
    func convergence(isSealed: Bool) throws {
        defer { remove() }
        let seal = isSealed ? FolderSeal(key: Array(repeating: 7, count: 32)) : nil
        let phone = try Phone(anna, device: 0)
        let laptop = try Phone(anna, device: 1)
        var memories = (FolderMemory(), FolderMemory())
        let picture: [UInt8] = [1, 2, 3]
        let bound = anna.bound(1000)
        let content = Post.Content(caption: "", photos: [try photo(picture)])
        try phone.add(anna.record(.postSet(bound, content), at: bound.stamp))
        try phone.store.add(blob: picture, hash: hash(picture))
        try laptop.add(anna.post(2000, device: 1))
        _ = try sync(phone, &memories.0, seal: seal)
        let summary = try sync(laptop, &memories.1, seal: seal)
        #expect(summary.blobsRead == 1)
        _ = try sync(phone, &memories.0, seal: seal)
        #expect(phone.store.live == laptop.store.live)
        #expect(try laptop.store.blobs[hash(picture)] == picture)
        #expect(phone.store.live.count == 4)
        #expect(try packs(of: phone) == ["0000000001.pack"])
        // A second sync writes and reads nothing.
        let again = try sync(phone, &memories.0, seal: seal)
        #expect(again == FolderSummary())
        #expect(FolderMemory(decoding: memories.0.encoded) == memories.0)
    }

    @Test("Records that a later revocation lists return from packs that were read before")
    func revocations() throws {
        defer { remove() }
        let phone = try Phone(anna, device: 0)
        let laptop = try Phone(anna, device: 1)
        let friend = try Phone(ben)
        try friend.follow(anna)
        var memories = (FolderMemory(), FolderMemory(), FolderMemory())
        let post = try anna.post(1000)
        try phone.add(post)
        _ = try sync(phone, &memories.0)
        _ = try sync(friend, &memories.2)
        #expect(friend.store.live[post.id] != nil)
        try laptop.add(anna.record(anna.revocation(of: 0, listing: []), at: stamp(2000)))
        _ = try sync(laptop, &memories.1)
        _ = try sync(friend, &memories.2)
        #expect(friend.store.live[post.id] == nil)
        // A revocation by a device that holds the post.
        let late = try anna.record(anna.revocation(of: 0, listing: [post]), at: stamp(3000))
        try laptop.add(late)
        _ = try sync(laptop, &memories.1)
        _ = try sync(friend, &memories.2)
        #expect(friend.store.live[post.id] != nil && friend.store.live[late.id] != nil)
    }

    @Test("A folder sealed with another key is damaged")
    func wrongSeal() throws {
        defer { remove() }
        let phone = try Phone(anna, device: 0)
        let laptop = try Phone(anna, device: 1)
        var memories = (FolderMemory(), FolderMemory())
        try phone.add(anna.post(1000))
        _ = try sync(phone, &memories.0, seal: FolderSeal(key: Array(repeating: 7, count: 32)))
        let other = FolderSeal(key: Array(repeating: 8, count: 32))
        let summary = try sync(laptop, &memories.1, seal: other)
        #expect(summary.damagedFiles == ["devices/\(phone.store.device)/0000000001.pack"])
        #expect(laptop.store.live.count == 2)
    }

    @Test("Conflict copies, temporary files and incomplete packs are ignored")
    func otherFiles() throws {
        defer { remove() }
        let phone = try Phone(anna, device: 0)
        let laptop = try Phone(anna, device: 1)
        var memories = (FolderMemory(), FolderMemory())
        try phone.add(anna.post(1000))
        _ = try sync(phone, &memories.0)
        let path = "\(folder)/devices/\(phone.store.device)"
        let pack = try #require(FileManager.default.contents(atPath: "\(path)/0000000001.pack"))
        for name in [
            "0000000001 (conflict).pack", "0000000002.pack.sync", ".writing-3.pack",
        ] {
            #expect(FileManager.default.createFile(atPath: "\(path)/\(name)", contents: pack))
        }
        let stray = "\(folder)/devices/0123456789abcdef"
        #expect(FileManager.default.createFile(atPath: stray, contents: pack))
        let part = pack.dropLast(7)
        #expect(FileManager.default.createFile(atPath: "\(path)/0000000004.pack", contents: part))
        let summary = try sync(laptop, &memories.1)
        #expect(summary.packsRead == 2)
        #expect(
            summary.damagedFiles.sorted()
                == [
                    "devices/0123456789abcdef", "devices/\(phone.store.device)/0000000004.pack",
                ]
                .sorted()
        )
        #expect(laptop.store.live.count == 3)
        // Now the rest of the pack arrives.
        #expect(FileManager.default.createFile(atPath: "\(path)/0000000004.pack", contents: pack))
        try FileManager.default.removeItem(atPath: stray)
        #expect(try sync(laptop, &memories.1).damagedFiles.isEmpty)
    }

    @Test("Compaction replaces own packs with one that contains the live records")
    func compaction() throws {
        defer { remove() }
        let phone = try Phone(anna, device: 0)
        var memory = FolderMemory()
        for index in 0..<8 {
            try phone.add(anna.post(UInt64(1000 + index)))
            _ = try sync(phone, &memory)
        }
        #expect(try packs(of: phone).count == 8)
        try phone.add(anna.record(.postDeleted(anna.bound(1000)), at: stamp(5000)))
        _ = try sync(phone, &memory)
        #expect(try packs(of: phone) == ["0000000010.pack"])
        #expect(try sync(phone, &memory) == FolderSummary())
        let laptop = try Phone(anna, device: 1)
        var other = FolderMemory()
        _ = try sync(laptop, &other)
        #expect(laptop.store.live == phone.store.live)
    }

    @Test("Records that another device no longer writes are written again")
    func vanishedPacks() throws {
        defer { remove() }
        let phone = try Phone(anna, device: 0)
        let laptop = try Phone(anna, device: 1)
        var memories = (FolderMemory(), FolderMemory())
        try phone.add(anna.post(1000))
        _ = try sync(phone, &memories.0)
        _ = try sync(laptop, &memories.1)
        let path = "\(folder)/devices/\(phone.store.device)/0000000001.pack"
        try FileManager.default.removeItem(atPath: path)
        #expect(try sync(laptop, &memories.1).recordsWritten == 3)
    }

    @Test("A pack with records of the own key that another device signed is reported")
    func foreignPack() throws {
        defer { remove() }
        let phone = try Phone(anna, device: 0)
        var memory = FolderMemory()
        try phone.add(anna.post(1000))
        _ = try sync(phone, &memory)
        let restored = try Phone(anna, device: 0)
        var other = FolderMemory()
        #expect(try sync(restored, &other).foreignPacks.map(\.number) == [1])
        #expect(try sync(restored, &other).foreignPacks.isEmpty)
    }

    @Test("An own pack from a sync that was killed is not reported, and not written again")
    func killed() throws {
        defer { remove() }
        let phone = try Phone(anna, device: 0)
        var memory = FolderMemory()
        try phone.add(anna.post(1000))
        _ = try sync(phone, &memory)
        var lost = FolderMemory()
        let summary = try sync(phone, &lost)
        #expect(summary.foreignPacks.isEmpty)
        #expect(summary.packsRead == 1 && summary.packsWritten == 0)
        #expect(lost == memory)
    }

    @Test("A pack from the future is read again")
    func future() throws {
        defer { remove() }
        var phone = try Phone(anna, device: 0)
        var laptop = try Phone(anna, device: 1)
        var memories = (FolderMemory(), FolderMemory())
        phone.clock = 10_000_000
        try phone.add(anna.post(phone.clock))
        _ = try sync(phone, &memories.0)
        _ = try sync(laptop, &memories.1)
        #expect(laptop.store.live.count == 2)
        laptop.clock = phone.clock
        _ = try sync(laptop, &memories.1)
        #expect(laptop.store.live.count == 3)
    }

    @Test("A restored device whose clock is behind keeps its packs")
    func futureOfRestored() throws {
        defer { remove() }
        var phone = try Phone(anna, device: 0)
        var memories = (FolderMemory(), FolderMemory())
        for time in [10_000_000, 20_000_000] {
            phone.clock = UInt64(time)
            try phone.add(anna.post(phone.clock))
            _ = try sync(phone, &memories.0)
        }
        var restored = try Phone(anna, device: 0)
        for _ in 1...3 { _ = try sync(restored, &memories.1) }
        #expect(try packs(of: phone).count == 2)
        restored.clock = phone.clock
        _ = try sync(restored, &memories.1)
        #expect(restored.store.live == phone.store.live)
    }

    @Test("Following a user reads their packs again")
    func newScope() throws {
        defer { remove() }
        let phone = try Phone(anna)
        let other = try Phone(ben)
        var memories = (FolderMemory(), FolderMemory())
        try other.add(ben.post(1000))
        _ = try sync(other, &memories.1)
        _ = try sync(phone, &memories.0)
        #expect(phone.store.live.count == 2)
        try phone.follow(ben)
        _ = try sync(phone, &memories.0)
        #expect(phone.store.live.count == 2 + 1 + 2 + 1)
        // Ben learns of the follow.
        _ = try sync(other, &memories.1)
        #expect(other.store.live.values.contains { $0.content == .followed(ben.id) })
    }

    @Test("A blob with a wrong hash is never added")
    func wrongBlob() throws {
        defer { remove() }
        let phone = try Phone(anna, device: 0)
        let laptop = try Phone(anna, device: 1)
        var memories = (FolderMemory(), FolderMemory())
        let picture: [UInt8] = [1, 2, 3]
        let bound = anna.bound(1000)
        let content = Post.Content(caption: "", photos: [try photo(picture)])
        try phone.add(anna.record(.postSet(bound, content), at: bound.stamp))
        try phone.store.add(blob: picture, hash: hash(picture))
        _ = try sync(phone, &memories.0)
        let name = "\(try hash(picture))"
        let path = "\(folder)/blobs/\(name.prefix(2))/\(name.dropFirst(2))"
        #expect(FileManager.default.createFile(atPath: path, contents: Data([1, 2, 4])))
        let summary = try sync(laptop, &memories.1)
        #expect(summary.blobsRead == 0)
        #expect(summary.damagedFiles == ["blobs/\(name.prefix(2))/\(name.dropFirst(2))"])
        #expect(try laptop.store.blobs[hash(picture)] == nil)
    }
}
