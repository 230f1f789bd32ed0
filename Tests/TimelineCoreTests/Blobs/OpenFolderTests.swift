import Foundation
import Testing
import TimelineCore
import TimelineTestSupport

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
}
