import Foundation
import Testing
import TimelineCore
import TimelineTestSupport

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

@Suite("An open folder")
struct OpenFolderTests {
    /// Creates a folder with the given empty files.
    private static func folder(_ files: String...) throws -> URL {
        let folder = try TemporaryFolder.make()
        for file in files { try Data().write(to: folder.appending(path: file)) }
        return folder
    }

    @Test func listsTheSameEntriesAfterItsPathHasBecomeALink() throws {
        let parent = try Self.folder()
        let path = parent.appending(path: "folder")
        try FileManager.default.moveItem(at: Self.folder("a", "b", ".hidden"), to: path)
        let folder = try #require(try OpenFolder(path))
        try FileManager.default.moveItem(at: path, to: parent.appending(path: "moved"))
        try FileManager.default.createSymbolicLink(
            at: path,
            withDestinationURL: Self.folder("stranger")
        )
        // Each call lists all entries.
        for _ in 1...2 { #expect(try folder.names().sorted() == ["a", "b"]) }
        #expect(folder.entry("a") != nil && folder.entry("stranger") == nil)
    }

    @Test func listsLongNamesAndManyEntries() throws {
        let path = try Self.folder()
        let names = (1...500).map { String(repeating: "é", count: 100) + "\($0)" }
        for name in names { try Data().write(to: path.appending(path: name)) }
        let folder = try #require(try OpenFolder(path))
        #expect(try folder.names().sorted() == names.sorted())
    }

    // MARK: Files

    /// Creates a folder with a file below it, and a folder outside it.
    private static func tree() throws -> (root: OpenFolder, outside: URL) {
        let root = try #require(try OpenFolder(folder()))
        try root.makeFolder("a/b")
        try root.write(Data([1, 2, 3]), to: "a/b/file")
        let outside = try folder("secret")
        try Data([9]).write(to: outside.appending(path: "file"))
        return (root, outside)
    }

    @Test("Links are never followed, at any level", arguments: ["a", "a/b", "a/b/file"])
    func links(path: String) throws {
        let (root, outside) = try Self.tree()
        try FileManager.default.removeItem(at: root.path.appending(path: path))
        let target =
            switch path {
            case "a": try Self.outerTree(outside)
            case "a/b": outside
            default: outside.appending(path: "file")
            }
        try FileManager.default.createSymbolicLink(
            at: root.path.appending(path: path),
            withDestinationURL: target
        )
        #expect(throws: TimelineError.self) { try root.read("a/b/file") }
        #expect(throws: TimelineError.self) { try root.create("a/b/file") }
        if path == "a/b/file" {
            // The link itself is replaced.
            try root.write(Data([7]), to: path)
            #expect(try root.read(path) == Data([7]))
        } else {
            #expect(root.entry("a/b/file") == nil)
            #expect(throws: TimelineError.self) { try root.write(Data([7]), to: "a/b/file") }
            #expect(throws: TimelineError.self) { try root.makeFolder("a/b/c") }
            #expect(throws: TimelineError.self) { try root.remove("a/b/file") }
            #expect(throws: TimelineError.self) { try root.move("a/b/file", to: "taken") }
        }
        let secret = outside.appending(path: "file")
        #expect(try Data(contentsOf: secret) == Data([9]))
        #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path).count == 2)
    }

    /// Returns a new folder that contains another one under the name "b".
    private static func outerTree(_ inner: URL) throws -> URL {
        let outer = try folder()
        try FileManager.default.createSymbolicLink(
            at: outer.appending(path: "b"),
            withDestinationURL: inner
        )
        return outer
    }

    @Test func theRootMayBeALink() throws {
        let (root, _) = try Self.tree()
        let link = try Self.folder().appending(path: "link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: root.path)
        #expect(try OpenFolder(link)?.read("a/b/file") == Data([1, 2, 3]))
    }

    @Test func aFolderThatBecomesALinkBetweenTwoCallsIsNotFollowed() throws {
        let (root, outside) = try Self.tree()
        let inner = try #require(try root.folder("a/b"))
        try FileManager.default.moveItem(
            at: root.path.appending(path: "a/b"),
            to: root.path.appending(path: "moved")
        )
        try FileManager.default.createSymbolicLink(
            at: root.path.appending(path: "a/b"),
            withDestinationURL: outside
        )
        try inner.write(Data([4]), to: "new")
        #expect(try root.read("moved/new") == Data([4]))
        #expect(throws: TimelineError.self) { try root.write(Data([4]), to: "a/b/new") }
        #expect(!FileManager.default.fileExists(atPath: outside.appending(path: "new").path))
    }

    @Test("Only regular files are read, without waiting", arguments: ["fifo", "folder", "device"])
    func oddItems(kind: String) throws {
        let (root, _) = try Self.tree()
        let path = root.path.appending(path: "item").path
        switch kind {
        case "fifo": #expect(mkfifo(path, 0o600) == 0)
        case "folder": #expect(mkdir(path, 0o700) == 0)
        default:
            let devices = try #require(try OpenFolder(URL(filePath: "/dev")))
            #expect(throws: TimelineError.self) { try devices.read("null") }
            return
        }
        #expect(throws: TimelineError.self) { try root.read("item") }
        try root.remove("item")
        #expect(root.entry("item") == nil)
    }

    @Test(
        "A path stays below the root",
        arguments: ["", "/etc/passwd", "../x", "a/../../x", "a//b", ".", "a/./b", "a/", "x\0y"]
    )
    func invalidPaths(path: String) throws {
        let (root, _) = try Self.tree()
        #expect(throws: TimelineError.self) { try root.read(path) }
        #expect(throws: TimelineError.self) { try root.write(Data(), to: path) }
        #expect(throws: TimelineError.self) { try root.makeFolder(path) }
        #expect(throws: TimelineError.self) { try root.remove(path) }
        #expect(root.entry(path) == nil)
    }

    @Test func aFileIsCreatedOnlyOnce() throws {
        let (root, _) = try Self.tree()
        _ = try root.create("new")
        #expect(throws: TimelineError.self) { try root.create("new") }
        #expect(try root.write(Data([1]), to: "pack", replacing: false))
        #expect(try !root.write(Data([2]), to: "pack", replacing: false))
        #expect(try root.read("pack") == Data([1]))
        #expect(try root.write(Data([3]), to: "pack"))
        #expect(try root.read("pack") == Data([3]))
        #expect(try root.names(includingHidden: true).sorted() == ["a", "new", "pack"])
    }

    @Test func aLongFileIsNotRead() throws {
        let (root, _) = try Self.tree()
        try root.write(Data(count: 100), to: "long")
        #expect(try root.read("long", limit: 100)?.count == 100)
        #expect(throws: TimelineError.self) { try root.read("long", limit: 99) }
        #expect(truncate(root.path.appending(path: "long").path, 1 << 40) == 0)
        #expect(throws: TimelineError.self) { try root.read("long") }
    }

    @Test func removingAFolderWithContentsRemovesLinksButNotTheirTargets() throws {
        let (root, outside) = try Self.tree()
        try FileManager.default.createSymbolicLink(
            at: root.path.appending(path: "a/link"),
            withDestinationURL: outside
        )
        root.removeAll("a")
        #expect(try root.names().isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path).count == 2)
    }
}

@Suite("Concurrent writes below an open folder")
struct ConcurrentOpenFolderTests {
    @Test func ofSeveralWritersOneTakesAName() async throws {
        let root = try #require(try OpenFolder(TemporaryFolder.make()))
        for name in ["1", "2", "3"] {
            let written = try await withThrowingTaskGroup(of: UInt8?.self) { group in
                for writer in 1...6 as ClosedRange<UInt8> {
                    group.addTask {
                        let content = Data(repeating: writer, count: 100_000)
                        return try root.write(content, to: name, replacing: false) ? writer : nil
                    }
                }
                return try await group.reduce(into: []) { $0 += [$1].compactMap(\.self) }
            }
            let winner = try #require(written.first)
            #expect(written.count == 1)
            #expect(try root.read(name) == Data(repeating: winner, count: 100_000))
        }
        #expect(try root.names(includingHidden: true).sorted() == ["1", "2", "3"])
    }
}
