import Foundation
import Testing
import TimelineCore
@testable import TimelineSync

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
@testable import SyncTestSupport
#endif

/// What others can place under the name of a file.
enum OddItem: String, CaseIterable, CustomTestStringConvertible {
    case folder, filledFolder, fifo, unixSocket, link, danglingLink, loop, device, endless, long,
        empty
    case part, changed

    var testDescription: String { rawValue }

    /// Whether the item cannot be replaced.
    var isPermanent: Bool { self == .filledFolder }

    /// Replaces the item at a path.
    func place(at path: String) throws {
        let files = FileManager.default
        let content = files.contents(atPath: path) ?? Data([1, 2, 3])
        // There may be no item.
        try? files.removeItem(atPath: path)
        let folder = URL(filePath: path).deletingLastPathComponent()
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        switch self {
        case .folder, .filledFolder:
            try files.createDirectory(atPath: path, withIntermediateDirectories: true)
            if self == .filledFolder {
                #expect(files.createFile(atPath: "\(path)/notes", contents: content))
            }
        case .fifo: #expect(mkfifo(path, 0o600) == 0)
        case .unixSocket:
            let number = socket(AF_UNIX, Self.stream, 0)
            defer { close(number) }
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            // The path of a socket is short, so it is bound in a short folder and moved.
            let short = "/tmp/\(UUID().uuidString.prefix(8))"
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: short.utf8) }
            let length = socklen_t(MemoryLayout<sockaddr_un>.size)
            let isBound = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(number, $0, length) }
            }
            #expect(isBound == 0 && rename(short, path) == 0)
        case .link:
            let target = folder.appending(path: "target").path
            #expect(files.createFile(atPath: target, contents: content))
            try files.createSymbolicLink(atPath: path, withDestinationPath: target)
        case .danglingLink:
            try files.createSymbolicLink(atPath: path, withDestinationPath: "\(path)-nowhere")
        case .loop: try files.createSymbolicLink(atPath: path, withDestinationPath: path)
        case .device: try files.createSymbolicLink(atPath: path, withDestinationPath: "/dev/tty")
        case .endless: try files.createSymbolicLink(atPath: path, withDestinationPath: "/dev/zero")
        case .long:
            #expect(files.createFile(atPath: path, contents: content))
            #expect(truncate(path, 1 << 40) == 0)
        case .empty: #expect(files.createFile(atPath: path, contents: Data()))
        case .part:
            #expect(files.createFile(atPath: path, contents: content.dropLast(1)))
        case .changed:
            let last = content.last ?? 0
            let changed = content.dropLast(1) + [last ^ 1]
            #expect(files.createFile(atPath: path, contents: changed))
        }
    }

    #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
    #else
    private static let stream = SOCK_STREAM
    #endif
}

@Suite("Damaged sync folders")
struct DamagedFolderTests {
    private static let picture: [UInt8] = [1, 2, 3]

    private let anna: Author
    private let phone: Phone
    private let laptop: Phone
    private let folder: String
    private var memories = (FolderMemory(), FolderMemory())

    /// Creates two devices of one user, of which the phone has written a post with a picture.
    init() throws {
        anna = try Author(1)
        phone = try Phone(anna, device: 0)
        laptop = try Phone(anna, device: 1)
        folder =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("timeline-\(UUID().uuidString)").path
        try addPicture(at: 1000)
        _ = try sync(phone, &memories.0)
    }

    private func addPicture(at time: UInt64) throws {
        let bound = anna.bound(time)
        let content = Post.Content(caption: "", photos: [try photo(Self.picture)])
        try phone.add(anna.record(.postSet(bound, content), at: bound.stamp))
        try phone.store.add(blob: Self.picture, hash: hash(Self.picture))
    }

    private func sync(_ phone: Phone, _ memory: inout FolderMemory) throws -> FolderSummary {
        var carrier = FolderCarrier(store: phone.store, path: folder, memory: memory)
        defer { memory = carrier.memory }
        return try carrier.sync(at: phone.time)
    }

    private var blob: String {
        get throws {
            let name = "\(try hash(Self.picture))"
            return "blobs/\(name.prefix(2))/\(name.dropFirst(2))"
        }
    }

    private func pack(_ number: Int, of phone: Phone) -> String {
        "devices/\(phone.store.device)/000000000\(number).pack"
    }

    private func remove() {
        // The folder may not exist.
        try? FileManager.default.removeItem(atPath: folder)
    }

    @Test(
        "A damaged picture is named, replaced by its owner, and then arrives",
        arguments: OddItem.allCases
    )
    func damagedBlob(item: OddItem) throws {
        defer { remove() }
        var memories = memories
        let path = "\(folder)/\(try blob)"
        try waitForClock(after: path)
        try item.place(at: path)
        let summary = try sync(laptop, &memories.1)
        #expect(try summary.damagedFiles == [blob] && summary.blobsRead == 0)
        #expect(laptop.store.live == phone.store.live)
        let repair = try sync(phone, &memories.0)
        guard !item.isPermanent else {
            #expect(try repair.damagedFiles == [blob] && repair.blobsWritten == 0)
            return
        }
        #expect(try repair.repairedFiles == [blob])
        #expect(try repair.damagedFiles == [blob] && repair.blobsWritten == 1)
        #expect(FileManager.default.contents(atPath: path) == Data(Self.picture))
        let last = try sync(laptop, &memories.1)
        #expect(last.damagedFiles.isEmpty && last.blobsRead == 1)
        #expect(try sync(phone, &memories.0) == FolderSummary())
    }

    @Test(
        "A damaged pack is named, replaced by its owner, and then read",
        arguments: OddItem.allCases
    )
    func damagedPack(item: OddItem) throws {
        defer { remove() }
        var memories = memories
        let name = pack(1, of: phone)
        try waitForClock(after: "\(folder)/\(name)")
        try item.place(at: "\(folder)/\(name)")
        #expect(try sync(laptop, &memories.1).damagedFiles == [name])
        let repair = try sync(phone, &memories.0)
        #expect(repair.recordsWritten == 3)
        #expect(repair.damagedFiles == [name])
        #expect(repair.repairedFiles == (item.isPermanent ? [] : [name]))
        let last = try sync(laptop, &memories.1)
        #expect(last.damagedFiles == (item.isPermanent ? [name] : []))
        #expect(laptop.store.live == phone.store.live)
    }

    @Test("A pack that is no longer intact is written again by those who hold its records")
    func damagedPackOfAnotherDevice() throws {
        defer { remove() }
        var memories = memories
        _ = try sync(laptop, &memories.1)
        try OddItem.part.place(at: "\(folder)/\(pack(1, of: phone))")
        let summary = try sync(laptop, &memories.1)
        #expect(summary.damagedFiles == [pack(1, of: phone)] && summary.recordsWritten == 3)
    }

    @Test("An odd item under a name that nobody uses stops nothing", arguments: OddItem.allCases)
    func strayItem(item: OddItem) throws {
        defer { remove() }
        var memories = memories
        let stray = pack(9, of: laptop)
        try item.place(at: "\(folder)/\(stray)")
        try item.place(at: "\(folder)/blobs/ab/\(String(repeating: "0", count: 62))")
        try FileManager.default.createDirectory(
            atPath: "\(folder)/devices/unknown/folder",
            withIntermediateDirectories: true
        )
        try phone.add(anna.record(.postDeleted(anna.bound(1000)), at: stamp(5000)))
        let summary = try sync(phone, &memories.0)
        #expect(summary.damagedFiles == [stray] && summary.packsWritten == 1)
        let other = try sync(laptop, &memories.1)
        #expect(other.damagedFiles == [stray])
        #expect(other.repairedFiles == (item.isPermanent ? [] : [stray]))
        #expect(laptop.store.live == phone.store.live)
    }

    @Test(
        "A link in place of a folder is named, never followed, and stops nothing else",
        arguments: ["devices", "blobs", "device", "prefix"]
    )
    func linkedFolder(place: String) throws {
        defer { remove() }
        var memories = memories
        let outside = "\(folder)-outside"
        defer { try? FileManager.default.removeItem(atPath: outside) }  // As above.
        try FileManager.default.createDirectory(atPath: outside, withIntermediateDirectories: true)
        let name =
            switch place {
            case "device": "devices/\(phone.store.device)"
            case "prefix": String(try blob.dropLast(63))
            default: place
            }
        try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder)/\(name)",
            withDestinationPath: outside
        )
        let summary = try sync(phone, &memories.0)
        #expect(summary.damagedFiles.contains(name))
        #expect(try FileManager.default.contentsOfDirectory(atPath: outside).isEmpty)
        #expect(summary.packsWritten + summary.blobsWritten == 0)
        // Without the link, everything is written again.
        try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        #expect(try sync(phone, &memories.0).damagedFiles.isEmpty)
        #expect(try sync(laptop, &memories.1).blobsRead == 1)
        #expect(laptop.store.live == phone.store.live)
    }

    @Test("Guessed temporary names and planted links never lead a write out of the folder")
    func plantedLinks() throws {
        defer { remove() }
        var memories = memories
        let secret = "\(folder)-secret"
        defer { try? FileManager.default.removeItem(atPath: secret) }  // As above.
        #expect(FileManager.default.createFile(atPath: secret, contents: Data("key".utf8)))
        let own = "\(folder)/devices/\(phone.store.device)"
        for name in [".0000000002.pack.temporary", "0000000002.pack", ".writing-1"] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(own)/\(name)",
                withDestinationPath: secret
            )
        }
        try addPicture(at: 2000)
        let summary = try sync(phone, &memories.0)
        #expect(summary.recordsWritten == 3 && summary.repairedFiles == [pack(2, of: phone)])
        #expect(FileManager.default.contents(atPath: secret) == Data("key".utf8))
    }

    @Test("A file under the highest number does not end the numbers")
    func highestNumber() throws {
        defer { remove() }
        var memories = memories
        let name = "devices/\(phone.store.device)/9999999999.pack"
        try OddItem.filledFolder.place(at: "\(folder)/\(name)")
        try addPicture(at: 2000)
        #expect(try sync(phone, &memories.0).packsWritten == 1)
        _ = try sync(laptop, &memories.1)
        #expect(laptop.store.live == phone.store.live)
    }

    @Test("Two processes of one store never take the same name, nor miss each other's packs")
    func twoProcesses() throws {
        defer { remove() }
        // Both have the memory of the first sync.
        var (first, second) = (memories.0, memories.0)
        for index in 0..<12 {
            try phone.add(anna.post(UInt64(2000 + index)))
            let summary =
                try index.isMultiple(of: 3) ? sync(phone, &second) : sync(phone, &first)
            #expect(summary.damagedFiles.isEmpty && summary.foreignPacks.isEmpty)
        }
        var memory = FolderMemory()
        _ = try sync(laptop, &memory)
        #expect(laptop.store.live == phone.store.live)
    }

    @Test("Temporary files of killed processes are deleted after a day")
    func leftovers() throws {
        defer { remove() }
        var (memories, phone) = (memories, phone)
        let paths = try ["devices/\(phone.store.device)", String(blob.dropLast(63))]
            .map { "\(folder)/\($0)/.writing-1" }
        for path in paths {
            #expect(FileManager.default.createFile(atPath: path, contents: Data([1])))
        }
        let now = UInt64(Date().timeIntervalSince1970 * 1000)
        phone.clock = now + 86_000_000
        _ = try sync(phone, &memories.0)
        #expect(paths.allSatisfy { FileManager.default.fileExists(atPath: $0) })
        phone.clock = now + 87_000_000
        _ = try sync(phone, &memories.0)
        #expect(!paths.contains { FileManager.default.fileExists(atPath: $0) })
    }

    @Test("A folder that cannot be created is an error")
    func unusableFolder() throws {
        defer { remove() }
        remove()
        #expect(FileManager.default.createFile(atPath: folder, contents: nil))
        var memory = FolderMemory()
        #expect(throws: SyncError.system(errno: ENOTDIR)) { try sync(phone, &memory) }
    }

    /// Waits until the clock of the file system has passed the last change of a file.
    private func waitForClock(after path: String) throws {
        let scratch = "\(folder)/scratch"
        let time = try changeTime(of: path)
        for _ in 0..<1_000_000 {
            #expect(FileManager.default.createFile(atPath: scratch, contents: nil))
            if try changeTime(of: scratch) > time { break }
        }
        try FileManager.default.removeItem(atPath: scratch)
    }

    private func changeTime(of path: String) throws -> UInt64 {
        var status = stat()
        #expect(lstat(path, &status) == 0)
        #if canImport(Darwin)
        let time = status.st_ctimespec
        #else
        let time = status.st_ctim
        #endif
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
