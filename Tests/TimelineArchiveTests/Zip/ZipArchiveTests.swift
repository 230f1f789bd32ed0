import Foundation
import Testing
import TimelineCore
import TimelineTestSupport

@testable import TimelineArchive

@Suite("Reading zip archives")
struct ZipArchiveTests {
    private let text = Data("Two suns. ".utf8) + Data(repeating: 0x41, count: 100_000)

    @Test(arguments: [false, true], [false, true])
    func storedAndDeflatedEntries(_ isWide: Bool, _ isDeferred: Bool) throws {
        var stored = ZipMaker.Entry("photos/a.jpg", jpeg(1))
        var deflated = ZipMaker.Entry("posts.json", text)
        deflated.isDeflated = true
        (stored.isWide, deflated.isWide) = (isWide, isWide)
        deflated.isDeferred = isDeferred
        var folder = ZipMaker.Entry("photos/", Data())
        folder.mode = 0o040755
        let archive = try opened(
            ZipMaker.archive([folder, stored, deflated], isWide: isWide)
        )
        #expect(archive.paths == ["photos/a.jpg", "posts.json"])
        #expect(archive.rejections.isEmpty)
        #expect(try archive.content("photos/a.jpg") == jpeg(1))
        #expect(try archive.content("posts.json") == text)
    }

    @Test func anEmptyArchive() throws {
        #expect(try opened(ZipMaker.archive([ZipMaker.Entry]())).paths.isEmpty)
    }

    @Test func unsafePathsAreRejected() throws {
        let paths = [
            "../evil.jpg", "a/../../evil.jpg", "/etc/passwd", "C:\\evil.jpg", "a\\..\\evil.jpg",
            "new\nline", "\\\\server\\share", "",
        ]
        let archive = try opened(
            ZipMaker.archive(paths.map { ZipMaker.Entry($0, Data("x".utf8)) })
        )
        #expect(archive.paths.isEmpty)
        #expect(archive.rejections.map(\.path) == paths)
        #expect(archive.faults["../evil.jpg"] == .climbingPath)
        #expect(archive.faults["a\\..\\evil.jpg"] == .climbingPath)
        #expect(archive.faults["/etc/passwd"] == .absolutePath)
        #expect(archive.faults["C:\\evil.jpg"] == .absolutePath)
    }

    @Test func hostileEntriesAreRejectedOneByOne() throws {
        func entry(_ path: String, _ change: (inout ZipMaker.Entry) -> Void) -> ZipMaker.Entry {
            var entry = ZipMaker.Entry(path, Data("content".utf8))
            change(&entry)
            return entry
        }
        let archive = try opened(
            ZipMaker.archive([
                entry("good-1") { _ in },
                entry("overlapping") { $0.overlap = 5 },
                entry("link") { $0.mode = 0o120777 },
                entry("pipe") { $0.mode = 0o010644 },
                entry("encrypted") { $0.flags |= 1 },
                entry("lzma") { $0.method = 14 },
                entry("good-1") { $0.content = Data("other".utf8) },
                entry("latin") { $0.name = Data([0x65, 0xE9]) },
                entry("bomb") {
                    $0.isDeflated = true
                    $0.content = Data(count: 10_000_000)
                },
                entry("other-disk") { $0.disk = 1 },
                entry("no-wide-size") { $0.byteCount = 0xFFFF_FFFF },
                entry("outside") {
                    $0.isWide = true
                    $0.offset = .max
                },
                entry("good-2") { _ in },
            ])
        )
        #expect(archive.paths == ["good-1", "good-2"])
        #expect(try archive.content("good-1") == Data("content".utf8))
        #expect(
            archive.faults == [
                "link": .link, "pipe": .notRegular, "encrypted": .encrypted,
                "lzma": .unsupportedMethod(14), "good-1": .duplicatePath, "e\u{FFFD}": .pathNotUTF8,
                "bomb": .bomb, "overlapping": .overlapping, "outside": .outsideArchive,
                "other-disk": .outsideArchive, "no-wide-size": .damagedFile,
            ]
        )
    }

    /// Checks that names that differ only in their Unicode normalization are different files.
    @Test func equivalentNamesAreDifferentFiles() throws {
        let names = ["caf\u{E9}.jpg", "cafe\u{301}.jpg"]
        let archive = try opened(
            ZipMaker.archive([
                ZipMaker.Entry(names[0], jpeg(1)), ZipMaker.Entry(names[1], jpeg(2)),
                ZipMaker.Entry(names[1], jpeg(3)),
            ])
        )
        #expect(archive.entries.map { Array($0.path.utf8) } == names.map { Array($0.utf8) })
        #expect(archive.rejections.map(\.fault) == [.duplicatePath])
        let contents = try archive.entries.map { try archive.open($0).readAll(limit: 100) }
        #expect(contents == [jpeg(1), jpeg(2)])
    }

    @Test func damagedEntriesAreRejectedWhenRead() throws {
        func entry(_ path: String, _ change: (inout ZipMaker.Entry) -> Void) -> ZipMaker.Entry {
            var entry = ZipMaker.Entry(path, Data("content".utf8))
            change(&entry)
            return entry
        }
        let archive = try opened(
            ZipMaker.archive([
                entry("name") { $0.localName = "other" },
                entry("local-checksum") { $0.localChecksum = 1 },
                entry("local-method") { $0.localMethod = 8 },
                entry("checksum") { $0.checksum = 1 },
                entry("longer") {
                    $0.isDeflated = true
                    $0.byteCount = 3
                },
                entry("shorter") {
                    $0.isDeflated = true
                    $0.byteCount = 30
                },
                entry("garbage") {
                    $0.method = 8
                    $0.content = Data(repeating: 0xFF, count: 20)
                },
                entry("good") { _ in },
            ])
        )
        #expect(archive.rejections.isEmpty)
        let faults = archive.paths.map { archive.fault($0) }
        #expect(
            faults == [
                .headersDiffer, .headersDiffer, .headersDiffer, .wrongChecksum, .wrongSize,
                .wrongSize, .damagedFile, nil,
            ]
        )
    }

    @Test func truncatedArchivesAreRejected() throws {
        let whole = ZipMaker.archive(["a.jpg": jpeg(1), "b.json": text])
        for count in [0, 3, 10, whole.count / 2, whole.count - 1] {
            #expect(throws: TimelineError.self) { try opened(whole.prefix(count)) }
        }
    }

    /// Changes each byte of a small archive in turn.
    ///
    /// Reading must never crash or return wrong contents.
    @Test func changedBytesNeverReturnOtherContents() throws {
        let files = ["a.jpg": jpeg(1), "b.json": Data("[1, 2, 3, 4, 5, 6, 7, 8]".utf8)]
        let whole = ZipMaker.archive(files)
        let url = try file(whole)
        for index in whole.indices {
            var changed = whole
            changed[index] ^= 0x41
            try changed.write(to: url)
            // Archives with a damaged directory cannot be opened.
            guard let archive = try? ArchiveOpening.open(url) else { continue }
            for entry in archive.entries {
                // Damaged entries cannot be read.
                guard let content = try? archive.content(entry.path) else { continue }
                #expect(files.values.contains(content), "byte \(index)")
            }
        }
    }
}
