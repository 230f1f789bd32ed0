import Foundation
import Testing
import TimelineTestSupport

@testable import TimelineArchive

@Suite("References to media")
struct MediaIndexTests {
    private static func find(_ uri: String, in paths: [String]) throws -> String {
        let entries = paths.map { ArchiveEntry(path: $0, byteCount: 1, position: 0) }
        return try MediaIndex(entries).file(at: uri).path
    }

    @Test(arguments: [
        // The reference is longer (bucket of an object store), shorter, or both start differently.
        ("bucket/media_attachments/1/x.jpg", "media_attachments/1/x.jpg"),
        ("media_attachments/1/x.jpg", "opt/mastodon/public/system/media_attachments/1/x.jpg"),
        ("bucket/media_attachments/1/x.jpg", "leia/media_attachments/1/x.jpg"),
        ("media/posts/Caf\u{E9}.JPG", "leia/media/POSTS/cafe\u{301}.jpg"),
        ("media/posts/a", "media/posts/a.webp"), ("media/posts/a.jpg", "media/posts/a"),
        ("a.jpg", "photos/a.jpg"), ("media/112233445566.jpg", "112233445566.jpg"),
        ("https://files.example/media_attachments/1/x.jpg?v=1#top", "media_attachments/1/x.jpg"),
        ("https://files.example/cache/media/a%20b.jpg", "media/a b.jpg"),
    ])
    func endsMatch(_ uri: String, _ path: String) throws {
        #expect(try Self.find(uri, in: ["other.jpg", path, "z/other.jpg"]) == path)
    }

    @Test(arguments: [
        (
            "media_attachments/files/112/000/001/original/x.jpg",
            "media_attachments/files/112/000/002/original/x.jpg"
        ),
        ("media/posts/1/a.jpg", "media/posts/2/a.jpg"), ("2023/a.jpg", "a.jpg"),
        ("https://files.example/a.jpg", "media/a.jpg"), ("https://files.example/a.jpg", "a.jpg"),
        ("media/b.jpg", "media/a.jpg"), ("a/b/112233445566.jpg", "c/112233445566.jpg"),
    ])
    func otherPathsDoNotMatch(_ uri: String, _ path: String) throws {
        #expect(throws: EntryError.fileMissing) { try Self.find(uri, in: [path]) }
    }

    /// Checks that many files that match equally well cost little: comparing each reference with
    /// each of them takes minutes.
    @Test func manyFilesHaveTheSameEnd() {
        let entries = (0..<20_000)
            .map { ArchiveEntry(path: "m/\($0)/b/xxxxxxxxxxxxxxxx.jpg", byteCount: 1, position: 0) }
        let index = MediaIndex(entries)
        var (time, count) = (0.0, 0)
        while count < 1_000, time < 5 {
            let path = entries[17 * count].path
            time += TimeGrowth.time {
                #expect(throws: EntryError.ambiguousFile) { try index.file(at: "z/\(path)") }
                #expect((try? index.file(at: path))?.path == path)
                #expect((try? index.file(at: "https://\(path)?a=1"))?.path == path)
            }
            count += 1
        }
        #expect(count == 1_000)
    }

    @Test func theLongestCommonEndWins() throws {
        let paths = [
            "x/a.jpg", "y/x/a.jpg", "z/y/x/a.jpg", "Y/X/A.JPG", "q/b.jpg", "r/b.jpg", "s/b.png",
        ]
        #expect(try Self.find("w/z/y/x/a.jpg", in: paths) == "z/y/x/a.jpg")
        #expect(try Self.find("z/y/x/a.jpg", in: paths) == "z/y/x/a.jpg")
        #expect(try Self.find("y/x/a.jpg", in: paths) == "y/x/a.jpg")
        #expect(try Self.find("Y/X/A.JPG", in: paths) == "Y/X/A.JPG")
        #expect(try Self.find("x/a.jpg", in: paths) == "x/a.jpg")
        #expect(try Self.find("b.png", in: paths) == "s/b.png")
        #expect(throws: EntryError.ambiguousFile) { try Self.find("b.jpg", in: paths) }
        #expect(throws: EntryError.ambiguousFile) {
            try Self.find("b.webp", in: ["b.jpg", "b.png"])
        }
    }
}
