import Foundation
import Testing
import TimelineCore
import TimelineTestSupport

@testable import TimelineArchive

@Suite("Reading tar archives")
struct TarArchiveTests {
    private let files = [
        "outbox.json": Data("{}".utf8), "media/a.jpg": jpeg(1),
        "media/b.jpg": jpeg(2) + Data(count: 5000),
    ]

    @Test(arguments: [false, true])
    func allEntriesAreRead(_ isCompressed: Bool) throws {
        let tar = TarMaker.archive(files)
        let archive = try opened(isCompressed ? ZipMaker.gzipped(tar) : tar)
        #expect(archive.paths == files.keys.sorted())
        for (path, content) in files { #expect(try archive.content(path) == content) }
        #expect(archive.rejections.isEmpty)
    }

    @Test func longPaths() throws {
        let long = String(repeating: "long/", count: 60) + "a.jpg"
        var maker = TarMaker()
        maker.addAttributes([("path", long), ("mtime", "1.5")])
        maker.add("short", jpeg(1))
        maker.add("././@LongLink", Data((long + "2\0").utf8), type: "L")
        maker.add("short", jpeg(2))
        maker.add("b.jpg", jpeg(3), prefix: "folder")
        let archive = try opened(maker.finished())
        #expect(archive.paths == [long, long + "2", "folder/b.jpg"])
        #expect(try archive.content(long + "2") == jpeg(2))
    }

    @Test func hostileEntriesAreRejectedOneByOne() throws {
        var maker = TarMaker()
        maker.add("good", jpeg(1))
        maker.add("link", type: "2")
        maker.add("hard", type: "1")
        maker.add("device", type: "3")
        maker.add("../climbing", jpeg(1))
        maker.add("/absolute", jpeg(1))
        maker.add("good", jpeg(2))
        maker.add("folder/", type: "5")
        maker.add("better", jpeg(3))
        let archive = try opened(maker.finished())
        #expect(archive.paths == ["good", "better"])
        #expect(try archive.content("good") == jpeg(1))
        #expect(try archive.content("better") == jpeg(3))
        #expect(
            archive.faults == [
                "link": .link, "hard": .link, "device": .notRegular, "../climbing": .climbingPath,
                "/absolute": .absolutePath, "good": .duplicatePath,
            ]
        )
    }

    /// Checks that names that differ only in their Unicode normalization are different files.
    @Test func equivalentNamesAreDifferentFiles() throws {
        let names = ["caf\u{E9}.jpg", "cafe\u{301}.jpg"]
        var maker = TarMaker()
        maker.add(names[0], jpeg(1))
        maker.add(names[1], jpeg(2))
        maker.add(names[1], jpeg(3))
        let archive = try opened(maker.finished())
        #expect(archive.entries.map { Array($0.path.utf8) } == names.map { Array($0.utf8) })
        #expect(archive.rejections.map(\.fault) == [.duplicatePath])
        let contents = try archive.entries.map { try archive.open($0).readAll(limit: 100) }
        #expect(contents == [jpeg(1), jpeg(2)])
    }

    @Test func compressedArchivesThatExpandTooMuchAreRejected() throws {
        var maker = TarMaker()
        maker.add("good", jpeg(1))
        maker.add("bomb", Data(count: 100 << 20))
        maker.add("after", jpeg(2))
        let archive = try opened(ZipMaker.gzipped(maker.finished(), level: 9))
        #expect(archive.rejections.map(\.fault) == [.bomb])
        #expect(!archive.paths.contains("after"))
        #expect(try archive.content("good") == jpeg(1))
    }

    @Test func longRejectedPathsAreTruncated() throws {
        var maker = TarMaker()
        maker.addAttributes([("path", "../" + String(repeating: "a", count: 60_000))])
        maker.add("short", jpeg(1))
        maker.add("good", jpeg(2))
        maker.addAttributes([("path", String(repeating: "a", count: 70_000))])
        maker.add("after", jpeg(3))
        let archive = try opened(maker.finished())
        #expect(archive.paths == ["good"])
        #expect(archive.rejections.map(\.path.utf8.count).first == 256)
        #expect(archive.rejections.map(\.fault) == [.invalidPath, .damagedHeader])
    }

    @Test func nothingIsReadAfterADamagedHeader() throws {
        var maker = TarMaker()
        maker.add("good", jpeg(1))
        maker.add("damaged", jpeg(2), isDamaged: true)
        maker.add("after", jpeg(3))
        let archive = try opened(maker.finished())
        #expect(archive.paths == ["good"])
        #expect(archive.rejections.map(\.fault) == [.damagedHeader])
    }

    @Test func truncatedArchives() throws {
        let tar = TarMaker.archive(files)
        let archive = try opened(tar.prefix(tar.count - 1024 - 1024))
        #expect(archive.rejections.map(\.fault) == [.truncatedFile])
        #expect(try archive.content("media/a.jpg") == jpeg(1))
        let compressed = ZipMaker.gzipped(tar)
        #expect(!(try opened(compressed.prefix(compressed.count - 4)).rejections.isEmpty))
        #expect(throws: TimelineError.self) { try opened(Data("no archive".utf8)) }
    }

    /// Reads entries of a large archive in reverse, so that each read starts at a checkpoint.
    @Test func checkpoints() throws {
        var maker = TarMaker()
        var random = SplitMix64(seed: 7)
        var contents: [Data] = []
        for index in 0..<40 {
            let noise = (0..<60_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            let content = Data(noise) + Data(repeating: UInt8(index), count: 900_000)
            contents.append(content)
            maker.add("\(index).jpg", content)
        }
        // Two members, as some programs write them.
        let tar = maker.finished()
        let half = tar.count / 2
        let archive = try opened(
            ZipMaker.gzipped(tar.prefix(half)) + ZipMaker.gzipped(tar.suffix(tar.count - half))
        )
        #expect(archive.entries.count == 40)
        for index in contents.indices.reversed() {
            #expect(try archive.content("\(index).jpg") == contents[index])
        }
    }
}
