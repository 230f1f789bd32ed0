import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineArchive

@Suite("ZIP files and other programs")
struct ZipTests {
    private static let reader = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "read_archive.py").path

    /// Checks that a short Python program, using only the standard library, can read an archive.
    @Test func pythonReadsAnArchive() async throws {
        let (world, leia) = try await ArchiveRoundTripTests.world(.sqliteFile)
        let folder = try TemporaryFolder.make()
        for (index, user) in [nil, leia].enumerated() {
            for form in [ArchiveForm.zip, .folder] {
                let target = folder.appending(path: "\(index)-\(form).\(form)")
                let report = try await world.owner.export(
                    to: target,
                    as: form,
                    ArchiveOptions(of: user)
                )
                let result = try Shell.run("python3 \(Self.reader) \(target.path) 2>&1")
                let output = String(decoding: result.output, as: UTF8.self)
                #expect(result.status == 0, "\(output)")
                #expect(output.contains("Two suns"))
                let last = try #require(output.split(separator: "\n").last)
                let numbers = last.matches(of: /[0-9]+/).compactMap { Int($0.output) }
                #expect(numbers.dropFirst().reduce(0, +) == report.entries)
                #expect(numbers[1] > 10)
            }
        }
    }

    /// Checks that the program detects a changed text and a changed photo.
    @Test func pythonFindsChanges() async throws {
        let (world, _) = try await ArchiveRoundTripTests.world(.inMemory)
        let folder = try TemporaryFolder.make()
        let target = folder.appending(path: "a")
        _ = try await world.owner.export(to: target, as: .folder)
        let commands = [
            "sed -i s/Nice/Nine/ \(target.path)/records/*",
            """
            cd \(target.path) && sed -i s/Nine/Nice/ records/* &&
            printf x >> $(find blobs -type f | head -1)
            """,
        ]
        for command in commands {
            _ = try Shell.run(command)
            #expect(try Shell.run("python3 \(Self.reader) \(target.path) 2>&1").status != 0)
        }
    }

    @Test func aZIPFileHasTheFilesOfAFolder() async throws {
        let (world, _) = try await ArchiveRoundTripTests.world(.sqliteFile)
        let folder = try TemporaryFolder.make()
        let (zip, other) = (folder.appending(path: "a.zip"), folder.appending(path: "b.zip"))
        _ = try await world.owner.export(to: zip, as: .zip)
        _ = try await world.owner.export(to: other, as: .zip)
        #expect(try Data(contentsOf: zip) == Data(contentsOf: other), "Equal stores, equal bytes.")
        let (extracted, plain) = (folder.appending(path: "x"), folder.appending(path: "p"))
        _ = try await world.owner.export(to: plain, as: .folder)
        let command = """
            cd \(folder.path) && mkdir x && python3 -m zipfile -t a.zip && python3 -m zipfile -e a.zip x &&
            diff -r x p
            """
        #expect(try Shell.run(command).status == 0)
        _ = extracted
        let copy = try TestWorld(.sqliteFile)
        let restored = try await copy.owner.restore(StoreArchive(at: zip))
        #expect(restored.findings == [] && restored.media.imported == 4)
        #expect(try DurableFile.leftovers(in: folder, olderThan: .distantFuture) == [])
    }

    @Test func unwritableArchivesAreReportedAtTheirOwnPath() throws {
        let zip = try TemporaryFolder.make().appending(path: "missing/leia.zip")
        let failure = StorageError(
            operation: "Writing \(zip.path)",
            reason: "No such file or directory",
            isOutsideStore: true
        )
        #expect(throws: TimelineError.storageFailed(failure)) { try ZipWriter(zip) }
    }

    /// Checks ZIP64: more than 65,535 files, and files after the first 4 GiB.
    @Test func largeZIPFilesCanBeRead() throws {
        let folder = try TemporaryFolder.make()
        let (many, far) = (folder.appending(path: "many.zip"), folder.appending(path: "far.zip"))
        var writer = try ZipWriter(many)
        for index in 0..<70_000 { try writer.add("\(index)", content: Data("\(index)".utf8)) }
        try writer.finish()
        // The first 5 GiB are a hole, which takes no space on disk.
        writer = try ZipWriter(far, startingAt: 5 << 30)
        for index in 0..<3 { try writer.add("\(index)", content: Data("\(index)".utf8)) }
        try writer.finish()
        for (file, count) in [(many, 70_000), (far, 3)] {
            let script = """
                import zipfile
                z = zipfile.ZipFile('\(file.path)')
                assert len(z.namelist()) == \(count) and z.testzip() is None
                assert z.read(str(\(count) - 1)) == str(\(count) - 1).encode()
                """
            let result = try Shell.run("python3 -c \(Shell.quoted(script)) 2>&1")
            #expect(result.status == 0, "\(String(decoding: result.output, as: UTF8.self))")
        }
    }

    @Test func jsonHasOneForm() {
        let value = JSONValue.object([
            "b": .array([.integer(-1), .null, .bool(true)]), "a": .string("\"\\\n\u{1}é\u{1F60D}"),
        ])
        #expect(value.json == #"{"a":"\"\\\n\u0001é😍","b":[-1,null,true]}"#)
        #expect((try? JSONValue(parsingStrictly: value.json.utf8)) == value)
        let escaped = #"{"a":"\ud83d\ude0d\/"}"#
        let text = (try? JSONValue(parsingStrictly: escaped.utf8))?["a"]?.string
        #expect(text == "\u{1F60D}/")
        let invalid = [
            "", "{", "{}{}", #"{"a":1,"a":2}"#, "1.5", "1e3", "01", "-", "-0", "[1,]", "\"\u{1}\"",
            #""\ud83d""#, #""\ude0d""#, "nul", "9223372036854775808",
            String(repeating: "[", count: 20) + String(repeating: "]", count: 20),
        ]
        for json in invalid {
            #expect((try? JSONValue(parsingStrictly: json.utf8)) == nil, "\(json)")
        }
    }
}
