import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineArchive

@Suite("Hostile archives")
struct HostileArchiveTests {
    /// Exports the world, applies `change` to each line, and imports the result.
    private func restore(
        into store: TestWorld,
        by importer: User.ID? = nil,
        from folder: URL,
        changing change: (String) -> String
    ) async throws -> RestoreReport {
        let file = folder.appending(path: "records/000001.jsonl")
        let content = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        let lines = content.split(separator: "\n").map { change(String($0)) }
        let edited = Data((lines.joined(separator: "\n") + "\n").utf8)
        try edited.write(to: file)
        let path = folder.appending(path: "manifest.json")
        let manifest = try ArchiveManifest(reading: Data(contentsOf: path))
        let old = try #require(manifest.files.first { ArchiveLayout.isRecords($0.path) })
        let json = String(decoding: manifest.json, as: UTF8.self)
            .replacingOccurrences(of: old.hash.description, with: BlobID(of: edited).description)
        try Data(json.utf8).write(to: path)
        return try await store.owner.restore(StoreArchive(at: folder), by: importer)
    }

    private func archive() async throws -> (TestWorld, leia: User.ID, URL) {
        let (world, leia) = try await ArchiveRoundTripTests.world(.inMemory)
        let folder = try TemporaryFolder.make().appending(path: "a")
        _ = try await world.owner.export(to: folder, as: .folder)
        return (world, leia, folder)
    }

    /// Checks that a server can refuse an archive before the manifest has been parsed.
    @Test func anArchiveIsRecognizedWithoutItsManifest() async throws {
        let (world, leia, folder) = try await archive()
        try Data("[".utf8).write(to: folder.appending(path: "manifest.json"))
        #expect(try await world.session(leia).recognizeArchive(at: folder) == .timeline)
        #expect(throws: TimelineError.self) { try StoreArchive(at: folder) }
    }

    /// Checks that the picture of a deleted post stays if another post in the archive references
    /// it.
    @Test func aPictureOutlivesADeletedPost() async throws {
        let (world, leia) = try await ArchiveRoundTripTests.world(.inMemory)
        let folder = try TemporaryFolder.make()
        let first = try await world.post(by: leia, "first", seed: 9)
        let whole = folder.appending(path: "whole")
        _ = try await world.post(by: leia, "second", seed: 9)
        _ = try await world.owner.export(to: whole, as: .folder)
        // The copy contains only the deletion of the first post.
        let copy = try TestWorld(.sqliteFile)
        try await world.session(leia).delete(first.id)
        let deleted = folder.appending(path: "deleted")
        _ = try await world.owner.export(to: deleted, as: .folder)
        _ = try await restore(into: copy, from: deleted) { line in
            line.contains("second") ? "" : line
        }
        #expect(try copy.audit() == [])

        var work = ArchiveImport(
            of: try StoreArchive(at: whole),
            into: copy.owner.engine,
            by: nil,
            isDryRun: false,
            batchSize: 1
        ) { _, _ in }
        _ = try await work.run()
        let posts = try await copy.guest.page(of: .everyone).posts
        let second = try #require(posts.first { $0.caption == "second" })
        #expect(!posts.contains { $0.caption == "first" })
        for blob in second.photos.flatMap(\.blobs) {
            #expect(try copy.owner.engine.syncedBlobs.contains(blob))
        }
        #expect(try copy.audit() == [])
    }

    /// Checks that a picture that the archive lacks is rejected, unless the export left it out, and
    /// that it is not reported if no post shows it.
    @Test func missingPicturesAreReported() async throws {
        let (world, _, folder) = try await archive()
        let post = try #require(try await world.guest.page(of: .everyone).posts.first)
        let blob = try #require(post.photos.first?.blob)
        let path = folder.appending(path: "manifest.json")
        var manifest = try ArchiveManifest(reading: Data(contentsOf: path))
        manifest.files.removeAll { $0.hash == blob }
        try manifest.json.write(to: path)
        let unlisted = try StoreArchive(at: folder)
        let copy = try TestWorld(.sqliteFile)
        let rejected = try await copy.owner.restore(unlisted)
        #expect(rejected.media.rejected == 1 && rejected.media.notSupported == 0)
        #expect(rejected.findings.map(\.reason) == [EntryError.pictureMissing(blob).reason])
        manifest.missing = [blob]
        try manifest.json.write(to: path)
        let leftOut = try await copy.owner.restore(StoreArchive(at: folder))
        #expect(leftOut.media.rejected == 0 && leftOut.media.notSupported == 1)
        #expect(leftOut.findings.map(\.reason) == [EntryError.pictureLeftOut(blob).reason])

        try await world.session(post.author.id).delete(post.id)
        let deletion = try world.repository.read {
            try $0.record(setting: .deletedPost(post.id))
        }
        try await copy.owner.accept([try #require(deletion)])
        let deleted = try await copy.owner.restore(unlisted)
        #expect(deleted.findings == [], "\(deleted.findings)")
    }

    @Test func malformedListsOfMissingPicturesAreRejected() async throws {
        let (_, _, folder) = try await archive()
        let path = folder.appending(path: "manifest.json")
        let json = try String(contentsOf: path, encoding: .utf8)
        let list = #""missing":[]"#
        try #require(json.contains(list))
        for wrong in [#""missing":[1]"#, #""missing":["ab"]"#, #""missing":{}"#, #""other":[]"#] {
            let edited = json.replacingOccurrences(of: list, with: wrong)
            try Data(edited.utf8).write(to: path)
            #expect(throws: TimelineError.self, "\(wrong)") { try StoreArchive(at: folder) }
        }
    }

    /// Checks that a file cannot be listed twice, because its entries would then be imported and
    /// counted twice.
    @Test func repeatedPathsAreRejected() async throws {
        let (_, _, folder) = try await archive()
        let path = folder.appending(path: "manifest.json")
        var manifest = try ArchiveManifest(reading: Data(contentsOf: path))
        manifest.files.append(try #require(manifest.files.first))
        try manifest.json.write(to: path)
        #expect(throws: TimelineError.archiveUnreadable(ArchiveText.noManifest)) {
            try StoreArchive(at: folder)
        }
    }

    /// Checks that of two records of one post the newer counts, and that the import still restores a
    /// lost picture of a post that the store contains.
    @Test func twoRecordsOfOnePostDoNotStopARestore() async throws {
        let world = try TestWorld(.sqliteFile)
        var make = RecordMaker()
        let leia = try make.user(.leia, "leia")
        let posts = try ["first", "second", "third"].enumerated()
            .map { index, caption in try make.post(.leia, caption, photo: index + 1) }
        let edit = try make.record(.leia, .postEdited(posts[1].post, PostEdit(caption: "edited")))
        for seed in 1...3 { _ = try world.blobs.put(TestPhotos.png(seed: seed)) }
        try world.repository.apply([leia] + posts)
        let folder = try TemporaryFolder.make()
        let (one, all) = (folder.appending(path: "one"), folder.appending(path: "all"))
        _ = try await world.owner.export(to: one, as: .folder)
        _ = try await world.owner.export(to: all, as: .folder)

        let copy = try TestWorld(.sqliteFile)
        _ = try await restore(into: copy, from: one) { line in
            line.contains("second") || line.contains("third") ? "" : line
        }
        let blob = BlobID(of: TestPhotos.png(seed: 1))
        let stored = try #require(copy.blobs as? FolderBlobStore)
        try FileManager.default.removeItem(at: stored.path(for: blob))
        let report = try await restore(into: copy, from: all) { line in
            line.contains("third") ? edit.archiveLine : line
        }
        #expect(report.records.entries == 5 && report.records.rejected == 0)
        #expect(report.records.imported == 1 && report.records.alreadyPresent == 4)
        #expect(report.media.imported == 2 && report.media.notSupported == 1)
        #expect(report.findings.map(\.reason) == [EntryError.noEntry.reason])
        #expect(try copy.blobs.data(for: blob) == TestPhotos.png(seed: 1))
        let captions = try await copy.guest.page(of: .everyone).posts.map(\.caption)
        #expect(captions == ["edited", "first"])
    }

    /// Checks that a missing picture is reported at the line of the post that is imported, not at
    /// that of a rejected post with the same picture.
    @Test func missingPicturesAreReportedAtImportedPosts() async throws {
        let world = try TestWorld(.sqliteFile)
        var make = RecordMaker()
        let photo = TestPhotos.photo(seed: 1)
        let records = [
            try make.user(.leia, "leia"), try make.post(.leia, "first"),
            try make.post(.leia, "second"),
        ]
        try world.repository.apply(records)
        let folder = try TemporaryFolder.make().appending(path: "a")
        _ = try await world.owner.export(to: folder, as: .folder)
        let copy = try TestWorld(.sqliteFile)
        try RawStore(try #require(copy.file))
            .execute(
                """
                CREATE TRIGGER poison BEFORE INSERT ON post WHEN new.caption = 'first' BEGIN
                    SELECT raise(ABORT, 'poison');
                END
                """
            )
        let report = try await copy.owner.restore(StoreArchive(at: folder))
        #expect(
            report.findings.map(\.reason) == [
                EntryError.unusableRecord.reason, EntryError.pictureLeftOut(photo.blob).reason,
            ]
        )
        #expect(report.findings.map(\.position) == ["line 3", "line 4"])
    }

    @Test func forgedRecordsAreRejected() async throws {
        let (_, _, folder) = try await archive()
        let copy = try TestWorld(.sqliteFile)
        var count = 0
        let report = try await restore(into: copy, from: folder) { line in
            guard line.contains("Nice.") else { return line }
            count += 1
            return line.replacingOccurrences(of: "Nice.", with: "Nine.")
        }
        #expect(count == 1 && report.records.rejected == 1)
        #expect(report.findings.map(\.reason) == [EntryError.wrongID.reason])
        let comments = try await copy.guest.page(of: .everyone).posts.map(\.commentCount)
        #expect(comments.reduce(0, +) == 3)
    }

    /// Checks that all findings are passed on, but that the report contains only the first ones.
    @Test func findingsAreBounded() async throws {
        let (_, _, folder) = try await archive()
        let path = folder.appending(path: "records/000001.jsonl")
        let content = try Data(contentsOf: path)
        let long = Data(repeating: UInt8(ascii: "x"), count: (1 << 20) + 1)
        let noise = Data(String(repeating: "noise\n\n", count: 60_000).utf8)
        try (noise + long + Data("\n".utf8) + content).write(to: path)
        let copy = try TestWorld(.inMemory)
        let findings = Lock<[ImportFinding]>([])
        let report = try await copy.owner.restore(
            StoreArchive(at: folder),
            report: { finding in findings.withLock { $0.append(finding) } }
        )
        let all = findings.withLock(\.self)
        let lines = content.count { $0 == UInt8(ascii: "\n") }
        #expect(report.records.entries == 60_001 + lines && report.records.imported == lines)
        #expect(report.findingCount == all.count)
        #expect(report.findingCount == report.records.rejected + report.media.notSupported)
        #expect(report.findings == Array(all.prefix(ImportFinding.limit)))
        #expect(all.prefix(60_000).allSatisfy { $0.reason == EntryError.lineNotJSON.reason })
        #expect(all[59_999].position == "line 119999")
        #expect(all[60_000].position == "line 120001")
        #expect(all[60_000].reason == EntryError.lineTooLong.reason)
    }

    @Test func forgedSignaturesAreRejected() async throws {
        let (_, _, folder) = try await archive()
        let copy = try TestWorld(.sqliteFile)
        let report = try await restore(into: copy, from: folder) { line in
            guard line.contains("Nice."), let range = line.range(of: #""signature":"#) else {
                return line
            }
            let index = line.index(range.upperBound, offsetBy: 3)
            let digit = line[index] == "0" ? "1" : "0"
            return line.replacingCharacters(in: index...index, with: digit)
        }
        #expect(report.records.rejected == 1)
    }

    /// Checks that entries without a signature are rejected one by one, also in the name of a user
    /// whose keys come with the archive, and of the importer.
    @Test func unsignedEntriesAreRejectedOneByOne() async throws {
        let (world, leia, folder) = try await archive()
        let posts = try await world.guest.page(of: .everyone).posts
        let post = try #require(posts.first { $0.author.id == leia })
        let other = try #require(posts.first { $0.author.username == "hansolo" })
        let stamp = PushID(milliseconds: post.id.milliseconds + 5, bits: (1, 1))
        let forged = [
            #"{"author":"\#(leia)","caption":"F","kind":"postSet","photos":[],"stamp":"\#(stamp)"}"#,
            """
            {"author":"\(leia)","caption":"Forged","kind":"captionSet","post":"\(post.id)",\
            "stamp":"\(stamp)"}
            """,
            #"{"kind":"postDeleted","post":"\#(post.id)"}"#,
            """
            {"author":"\(leia)","field":"displayName","kind":"profileSet","stamp":"\(stamp)",\
            "value":"Forged"}
            """,
            #"{"author":"\#(leia)","kind":"accountDeleted","stamp":"\#(stamp)"}"#,
            """
            {"author":"\(leia)","kind":"commentAdded","post":"\(other.id)","stamp":"\(stamp)",\
            "text":"Forged"}
            """,
            #"{"author":"\#(leia)","kind":"followed","stamp":"\#(stamp)","user":"\#(leia)"}"#, "{}",
        ]
        let path = folder.appending(path: "records/000001.jsonl")
        let signed = String(decoding: try Data(contentsOf: path), as: UTF8.self)
        let count = signed.count { $0 == "\n" }
        try Data((forged.joined(separator: "\n") + "\n" + signed).utf8).write(to: path)
        let source = try StoreArchive(at: folder)
        let copy = try TestWorld(.sqliteFile)
        let imports: [(store: TestWorld, importer: User.ID?, imported: Int)] = [
            (copy, nil, count), (copy, leia, 0), (world, leia, 0),
        ]
        for (store, importer, imported) in imports {
            let report = try await store.owner.restore(source, by: importer)
            #expect(report.records.imported == imported)
            #expect(report.records.alreadyPresent == count - imported)
            #expect(report.records.rejected == forged.count)
            #expect(report.findings.map(\.position) == (1...forged.count).map { "line \($0)" })
            #expect(report.findings.allSatisfy { $0.reason == "The entry is not signed." })
            let after = try await store.guest.page(of: .everyone).posts
            #expect(after.map(\.id) == posts.map(\.id))
            #expect(after.map(\.caption) == posts.map(\.caption))
            #expect(after.map(\.commentCount) == posts.map(\.commentCount))
            #expect(try await store.guest.user(withUsername: "organa").displayName == "Leia")
        }
        #expect(try copy.audit() == [])
    }

    @Test func malformedLinesAreRejectedOneByOne() async throws {
        let (_, _, folder) = try await archive()
        let copy = try TestWorld(.sqliteFile)
        let faults = [
            "", "nonsense", "[]", #"{"kind":"postSet"}"#, #"{"kind":"liked","signature":"00"}"#,
            #"{"kind":"poll","author":"x"}"#, "{\"kind\":\"\u{fffd}\"}",
            #"{"kind":"postSet","signature":"zz","id":"0"}"#,
        ]
        var (index, replaced) = (0, 0)
        let report = try await restore(into: copy, from: folder) { line in
            index += 1
            // A kind that only later versions know.
            if index == 2 { return line.replacing(/"kind":"\w+"/, with: #""kind":"poll""#) }
            guard index % 3 == 0, replaced < faults.count else { return line }
            replaced += 1
            return faults[replaced - 1]
        }
        #expect(report.records.rejected >= faults.count - 1)
        #expect(report.records.notSupported == 1)
        #expect(report.records.imported > 0)
        let tally = report.records
        #expect(
            tally.entries
                == tally.imported + tally.alreadyPresent + tally.notSupported + tally.rejected
        )
    }

    /// Checks that a version that knows a kind reads what an older one wrote with its number.
    @Test func aKindThatTheExporterDidNotKnowIsRead() throws {
        var make = RecordMaker()
        let (record, other) = (try make.user(.leia, "leia"), try make.user(.han, "han"))
        let line = try JSONValue(parsingStrictly: record.archiveLine.utf8)
        func read(_ kind: JSONValue, _ body: VerifiedRecord) throws -> SignedRecord {
            guard case .object(var members) = line else { throw EntryError.notJSON }
            members["kind"] = kind
            members["body"] = .string(Data(body.bodyBytes).base64EncodedString())
            return try SignedRecord(line: JSONValue.object(members).json.utf8)
        }
        #expect(try read(.integer(3), record).id == record.id)
        #expect(throws: EntryError.wrongID) { try read(.integer(3), other) }
        #expect(throws: EntryError.invalidMember("kind")) { try read(.integer(4), record) }
        #expect(throws: EntryError.invalidMember("body")) {
            try read(.string("profileSet"), record)
        }
    }

    @Test func damagedPhotosAreRejected() async throws {
        let (_, _, folder) = try await archive()
        let photos = try Shell.run("cd \(folder.path) && find blobs -type f | sort")
        let paths = String(decoding: photos.output, as: UTF8.self).split(separator: "\n")
        try Data("not the picture".utf8).write(to: folder.appending(path: String(paths[0])))
        try FileManager.default.removeItem(at: folder.appending(path: String(paths[1])))
        let link = folder.appending(path: String(paths[2]))
        try FileManager.default.removeItem(at: link)
        try FileManager.default.createSymbolicLink(
            at: link,
            withDestinationURL: URL(filePath: "/etc/hostname")
        )
        let copy = try TestWorld(.sqliteFile)
        let report = try await copy.owner.restore(StoreArchive(at: folder))
        #expect(report.media.rejected == 3)
        #expect(report.media.imported == report.media.entries - 3)
        #expect(report.records.rejected == 0)
    }

    @Test func otherFoldersAreRejected() async throws {
        let folder = try TemporaryFolder.make()
        #expect(throws: TimelineError.self) { try StoreArchive(at: folder) }
        for json in ["", "{}", #"{"files":[],"format":"timeline archive","version":2}"#] {
            try Data(json.utf8).write(to: folder.appending(path: "manifest.json"))
            #expect(throws: TimelineError.self) { try StoreArchive(at: folder) }
        }
    }
}
