import Foundation
import Testing
import TimelineTestSupport

@testable import TimelineCore

@Suite("Files that become durable together")
struct TogetherTests {
    private static func content(_ index: Int) -> Data { Data("content \(index)".utf8) }

    /// Returns a path in one of 256 folders.
    private static func path(_ index: Int) -> String {
        let digits = BlobID(of: content(index)).description
        return "\(digits.prefix(2))/\(digits.dropFirst(2))"
    }

    @Test("Files are written or moved together, and replace others", arguments: [1, 8, 9, 40])
    func together(count: Int) throws {
        let root = try #require(try OpenFolder(TemporaryFolder.make()))
        let files = (0..<count).map { (content: Self.content($0), path: "a/\(Self.path($0))") }
        try root.makeFolder("a/\(Self.path(0).prefix(2))")
        try root.write(Data("old".utf8), to: files[0].path)
        try root.write(together: files)
        for file in files { #expect(try root.read(file.path) == file.content) }

        let source = try root.makeFolder("parts")
        for index in 0..<count { try source.write(Self.content(index), to: "\(index)") }
        try root.move((0..<count).map { ("\($0)", "b/\(Self.path($0))") }, from: source)
        for file in 0..<count {
            #expect(try root.read("b/\(Self.path(file))") == Self.content(file))
        }
        #expect(try source.names().isEmpty)
        let hidden = try ["a", "b"]
            .flatMap { name in
                let folder = try #require(try root.folder(name))
                return try folder.names()
                    .flatMap { try folder.folder($0)?.names(includingHidden: true) ?? [] }
                    .filter { $0.hasPrefix(".") }
            }
        #expect(hidden.isEmpty)
    }

    @Test(
        "Files are moved from another file system too",
        .enabled(if: DurableFile.isFolder(URL(filePath: "/dev/shm")), "needs a second file system")
    )
    func fileSystems() throws {
        let root = try #require(try OpenFolder(TemporaryFolder.make()))
        let other = URL(filePath: "/dev/shm/timeline-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: other) }  // The test has passed or failed.
        let source = try OpenFolder(making: other)
        for index in 0..<2 { try source.write(Self.content(index), to: "\(index)") }
        try root.makeFolder("b")
        try root.write(Data("old".utf8), to: "b/0")
        try root.move((0..<2).map { ("\($0)", "b/\($0)") }, from: source)
        for index in 0..<2 { #expect(try root.read("b/\(index)") == Self.content(index)) }
        #expect(try source.names(includingHidden: true).isEmpty)
        #expect(try root.folder("b")?.names(includingHidden: true).sorted() == ["0", "1"])
    }

    @Test("If a file cannot be written, no temporary file remains")
    func failure() throws {
        let root = try #require(try OpenFolder(TemporaryFolder.make()))
        try root.makeFolder("a/full/inner")
        #expect(throws: TimelineError.self) {
            try root.write(together: [(Data([1]), "a/x"), (Data([2]), "a/full")])
        }
        #expect(
            try root.folder("a")?.names(includingHidden: true).filter { $0.hasPrefix(".") } == []
        )
    }

    @Test("A part grows only at its end")
    func parts() throws {
        let root = try #require(try OpenFolder(TemporaryFolder.make()))
        #expect(try root.append([1], to: "part", at: 1) == 0)
        #expect(try root.append([1, 2], to: "part", at: 0) == 2)
        #expect(try root.append([9], to: "part", at: 0) == 2)
        #expect(try root.append([3], to: "part", at: 2) == 3)
        #expect(try root.read("part") == Data([1, 2, 3]))
    }

    @Test("Many blobs are looked up by listing their folders")
    func listing() throws {
        let store = try FolderBlobStore(folder: TemporaryFolder.make().appending(path: "blobs"))
        let missing = Set((0..<300).map { BlobID(of: Self.content($0)) })
        #expect(try store.contained(among: missing).isEmpty)
        let held = Set(try (300..<320).map { try store.put(Self.content($0)) })
        #expect(try store.contained(among: missing.union(held)) == held)
        #expect(try store.contained(among: held) == held)
    }
}
