import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineArchive

@Suite("Imports of posts")
struct PostImportTests {
    /// Returns an archive whose import takes several transactions.
    private static func archive(posts: Int) throws -> URL {
        var files: [String: Data] = [:]
        let entries = (0..<posts)
            .map { index in
                files["media/\(index)"] = jpeg(UInt8(index % 251)) + Data("\(index)".utf8)
                return instagramPost(1_600_000_000 + index, "Post \(index)", ["media/\(index)"])
            }
        files["posts_1.json"] = JSON.array(entries).data
        return try file(ZipMaker.archive(files))
    }

    @Test(arguments: Storage.allCases)
    func interruptedImportsEndEqual(_ storage: Storage) async throws {
        let archive = try Self.archive(posts: 350)
        let undisturbed = try await ImporterWorld(storage)
        try await undisturbed.load(archive)
        let interrupted = try await ImporterWorld(storage)
        for limit in [100, 300, 500] {
            let session = interrupted.session
            await #expect(throws: CancellationError.self) {
                try await Task {
                    try await session.importPosts(
                        from: archive,
                        as: .instagram(places: false),
                        progress: { done, _ in
                            if done >= limit { withUnsafeCurrentTask { $0?.cancel() } }
                        }
                    )
                }
                .value
            }
        }
        let count = try await interrupted.posts().count
        #expect((100...300).contains(count))
        let report = try await interrupted.load(archive)
        #expect(report.posts.imported == 350 - count)
        #expect(report.posts.alreadyPresent == count)
        #expect(try await interrupted.store.answers() == undisturbed.store.answers())
    }

    @Test(arguments: Storage.allCases)
    func importedPostsAreSignedByTheImporter(_ storage: Storage) async throws {
        let world = try await ImporterWorld(storage)
        try await world.load(Self.archive(posts: 3))
        let posts = try await world.posts()
        #expect(posts.count == 3)
        try world.store.repository.read { reader in
            for post in posts {
                let record = try #require(try reader.record(setting: .post(post.id)))
                #expect(record.author == world.leia)
                #expect(record.stamp == post.id.pushID)
            }
        }
    }

    /// Imports the same archive on two devices, which then have the same posts.
    @Test func twoDevicesCreateTheSameIDs() async throws {
        let archive = try Self.archive(posts: 5)
        let worlds = [try await ImporterWorld(.inMemory), try await ImporterWorld(.sqliteFile)]
        #expect(worlds[0].leia == worlds[1].leia)
        for world in worlds { try await world.load(archive) }
        #expect(try await worlds[0].posts().map(\.id) == worlds[1].posts().map(\.id))
    }

    /// Ends an import at the finding about the eleventh picture of an album.
    ///
    /// The first ten have been added by then, because all pictures at once can exceed the memory.
    @Test func largeAlbumsAreAddedPostByPost() async throws {
        let world = try await ImporterWorld()
        let names = (0..<12).map { "\($0).jpg" }
        let album = instagramPost(1_600_000_000, "Album", names)
        var files = ["posts_1.json": JSON.array([album]).data]
        for (index, name) in names.enumerated() {
            files[name] = jpeg(UInt8(index)) + Data(repeating: 0x30, count: 500_000)
        }
        files["10.jpg"] = Data(jpeg(10).prefix(6))
        let archive = try file(ZipMaker.archive(files))
        await #expect(throws: CocoaError.self) {
            try await world.session.importPosts(
                from: archive,
                as: .instagram(places: false),
                report: { _ in throw CocoaError(.fileWriteOutOfSpace) }
            )
        }
        #expect(try await world.posts().map(\.photos.count) == [10])
        let report = try await world.load(archive)
        #expect(report.posts == ImportTally(entries: 1, imported: 1))
        #expect(report.furtherPosts == 1)
        #expect(
            report.media
                == ImportTally(entries: 12, imported: 1, alreadyPresent: 10, rejected: 1)
        )
        #expect(try await world.posts().map(\.photos.count) == [1, 10])
        #expect(try await world.posts().map(\.caption) == ["", "Album"])
    }

    /// Reads a source whose posts, notes or paths contain long texts.
    @Test func batchesWithLongTextsAreBounded() throws {
        final class RepeatingReader: SourceReader {
            private let item: SourceItem
            init(_ item: SourceItem) { self.item = item }
            func next() -> SourceItem? { item }
        }
        func post(_ caption: String, at position: String?, media: [SourceMedia]) -> SourceItem {
            .post(
                SourcePost(
                    location: .init(file: "posts_1.json", position: position),
                    milliseconds: 1,
                    identity: [],
                    caption: caption,
                    media: media
                )
            )
        }
        let text = String(repeating: "a", count: SourceBatch.byteLimit / 2)
        let path = SourceMedia(path: text, file: .failure(.fileMissing))
        let alt = SourceMedia(path: "", file: .failure(.fileMissing), alt: text)
        let long: [SourceItem] = [
            post(text, at: nil, media: []), post("", at: text, media: []),
            post("", at: nil, media: [path]), post("", at: nil, media: [alt]),
            .rejectedPost(.init(file: "outbox.json", position: text), mediaCount: 0, .timeMissing),
        ]
        let archive = try FolderSource(folder([:]))
        for item in long {
            let batch = SourceBatch(RepeatingReader(item), archive: archive)
            #expect(batch.items.count == 2)
        }
        let short = RepeatingReader(post("Short", at: "0", media: []))
        #expect(SourceBatch(short, archive: archive).items.count == SourceBatch.itemLimit)
    }

    /// Checks that a report does not hold the long texts of a hostile archive.
    @Test func longTextsInFindingsAreTruncated() throws {
        var ledger = ImportLedger(isDryRun: false, people: [], report: { _ in })
        let long = String(repeating: "\u{C3}\u{BC}", count: ImportLedger.textLimit)
        let fault = EntryError.repairedEncoding(long)
        try ledger.add(.post, .changed, .init(file: long, position: long), fault)
        try ledger.add(.post, .changed, .init(file: "posts_1.json"), .captionContinues)
        let findings = ledger.result.findings
        let texts = [findings[0].file, findings[0].position ?? "", findings[0].reason]
        let wholes = [long, long, fault.reason]
        for (text, whole) in zip(texts, wholes) {
            #expect(text.hasSuffix("…") && whole.hasPrefix(text.dropLast()))
            #expect((ImportLedger.textLimit...ImportLedger.textLimit + 3).contains(text.utf8.count))
        }
        #expect(findings[1].reason == EntryError.captionContinues.reason)
    }

    @Test func aReportThatCannotBeWrittenEndsTheImport() async throws {
        let world = try await ImporterWorld()
        let posts = JSON.array([instagramPost(1, "Missing", ["missing.jpg"])]).data
        let archive = try file(ZipMaker.archive(["posts_1.json": posts]))
        await #expect(throws: CocoaError.self) {
            try await world.session.importPosts(
                from: archive,
                as: .instagram(places: false),
                report: { _ in throw CocoaError(.fileWriteOutOfSpace) }
            )
        }
    }

    @Test func guestsCannotImport() async throws {
        let world = try await ImporterWorld()
        try await world.session.deleteAccount(password: TestWorld.password)
        await #expect(throws: TimelineError.self) {
            try await world.session.importPosts(
                from: Self.archive(posts: 1),
                as: .instagram(places: false)
            )
        }
    }
}

@Suite("Times of sources")
struct SourceTimeTests {
    @Test(
        arguments: [
            ("2018-05-01T12:00:00+00:00", 1_525_176_000_000),
            ("2018-05-01T12:00:00Z", 1_525_176_000_000),
            ("2018:05:01 12:00:00", 1_525_176_000_000),
            ("2018-05-01T14:00:00.25+02:00", 1_525_176_000_250),
            ("2000-02-29T00:00:00-0030", 951_784_200_000), ("1970-01-01T00:00", 0),
            // Invalid parts are missing, and dates before 1970 are on its first day.
            ("2018-13-01T00:00:00Z", 1_514_764_800_000),
            ("2018-05-01T24:00:00Z", 1_525_132_800_000),
            ("1969-12-31T23:59:59Z", 86_299_320),
            ("yesterday", nil), ("", nil),
        ] as [(String, UInt64?)]
    )
    func texts(_ text: String, _ milliseconds: UInt64?) {
        #expect(SourceTime.milliseconds(text: text) == milliseconds)
    }

    @Test func secondsAndMilliseconds() {
        #expect(SourceTime.milliseconds(seconds: 1_600_000_000) == 1_600_000_000_000)
        #expect(SourceTime.milliseconds(seconds: 1_600_000_000_000) == 1_600_000_000_000)
        for seconds in [nil, 0, -1, .infinity, .nan, 1e300] as [Double?] {
            #expect(SourceTime.milliseconds(seconds: seconds) == nil)
        }
    }
}
