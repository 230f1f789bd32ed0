import Foundation
import Testing
import TimelineCore
import TimelineTestDoubles
import TimelineTestSupport
import TimelineTesting

@testable import TimelineArchive

@Suite("Exporting and importing an archive")
struct ArchiveRoundTripTests {
    /// Returns a store with entries of every kind, and with photos.
    static func world(_ storage: Storage) async throws -> (TestWorld, leia: User.ID) {
        let world = try TestWorld(storage)
        _ = try await world.owner.load(FirebaseArchive(galaxy))
        let leia = try await world.user("organa")
        let han = try await world.user("solo")
        let session = world.session(leia)
        let post = try await world.post(
            by: leia,
            "Two suns \"over\" \u{202e}sand\n#tatooine",
            seed: 1
        )
        let second = try await world.post(by: leia, "deleted", seed: 2)
        _ = try await world.post(by: han, "before", seed: 3)
        world.clock.advance(by: 1)
        _ = try await world.session(han).comment(on: post.id, "Nice.\nVery.")
        _ = try await world.session(han).like(post.id)
        _ = try await world.session(han).follow(leia)
        _ = try await session.updateProfile(
            ProfileUpdate(displayName: .set("Leia"), bio: .set("</script>"), url: .cleared)
        )
        try await session.delete(second.id)
        let everyone = try await world.guest.page(of: .everyone)
        if let galactic = everyone.posts.last { _ = try await session.like(galactic.id) }
        _ = try await session.follow(try await world.guest.user(withUsername: "hansolo").id)
        return (world, leia)
    }

    @Test(arguments: Storage.allCases)
    func aStoreSurvives(_ storage: Storage) async throws {
        let (world, _) = try await Self.world(storage)
        let folder = try TemporaryFolder.make()
        let (first, second) = (folder.appending(path: "a"), folder.appending(path: "b"))
        let report = try await world.owner.export(to: first, as: .folder)
        #expect(report.entries > 30 && report.photos == 4 && report.lostPhotos == 0)

        let copy = try TestWorld(storage)
        let restored = try await copy.owner.restore(StoreArchive(at: first))
        #expect(restored.findings == [])
        #expect(restored.records.imported == report.entries)
        #expect(restored.media.imported == report.photos + report.previews)
        _ = try await copy.owner.export(to: second, as: .folder)
        #expect(try manifest(second) == manifest(first))
        #expect(try Shell.run("diff -r \(first.path) \(second.path)").status == 0)
        #expect(try copy.audit() == [])
    }

    @Test("A store that cannot be written to is exported all the same", arguments: Storage.allCases)
    func aReadOnlyStore(_ storage: Storage) async throws {
        let (world, _) = try await Self.world(storage)
        let target = try TemporaryFolder.make().appending(path: "a.zip")
        let blobs = ProbingBlobStore(world.blobs) { point in
            if point == .reserving { throw TimelineError.storageReadOnly }
        }
        let report = try await world.with(blobs: blobs).owner.export(to: target, as: .zip)
        #expect(report.photos == 4 && report.lostPhotos == 0)
    }

    @Test("An interrupted export leaves nothing behind", arguments: [ArchiveForm.zip, .folder])
    func interruption(form: ArchiveForm) async throws {
        let (world, _) = try await Self.world(.inMemory)
        let folder = try TemporaryFolder.make()
        let target = folder.appending(path: "leia.zip")
        func contents() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: folder.path)
        }
        await #expect(throws: CancellationError.self) {
            try await world.owner.export(to: target, as: form) { done, _ in
                if done == 2 { throw CancellationError() }
            }
        }
        #expect(try contents() == [])
        // A killed process has left these.
        let unfinished = folder.appending(path: ".writing-leia.zip")
        try FileManager.default.createDirectory(at: unfinished, withIntermediateDirectories: true)
        try Data("old".utf8).write(to: unfinished.appending(path: "old"))
        _ = try await world.owner.export(to: target, as: form)
        #expect(try contents() == ["leia.zip"])
        let other = folder.appending(path: "other.zip")
        let writer = try ZipWriter(other)
        await #expect(throws: TimelineError.self) {
            try await world.owner.export(to: other, as: form)
        }
        writer.discard()
        #expect(try contents() == ["leia.zip"])
    }

    @Test("What an account has deleted with itself does not come back, and the report says so")
    func deletedAccount() async throws {
        let world = try TestWorld(.sqliteInMemory)
        let leia = try await world.signUp("leia")
        try await world.post(by: leia.user.id, seed: 1)
        let target = try TemporaryFolder.make().appending(path: "a.zip")
        let exported = try await world.owner.export(to: target, as: .zip)
        try await leia.session.deleteAccount(password: TestWorld.password)
        for isDryRun in [true, false] {
            let report = try await world.owner.restore(StoreArchive(at: target), isDryRun: isDryRun)
            #expect(report.imported.total == 0 && report.ofDeletedAccounts.posts == 1)
            let tallies = [report.alreadyPresent, report.superseded, report.ofDeletedAccounts]
            #expect(tallies.reduce(0) { $0 + $1.total } == exported.entries)
            let sentences = ImportOutcome(report, isDryRun: isDryRun).sentences
            #expect(sentences[0] == "\(isDryRun ? "Would import" : "Imported") nothing new.")
            let reason = "the account was deleted, which is final: 1 post"
            #expect(sentences.contains { $0.contains(reason) })
        }
        #expect(try await world.guest.page(of: .everyone).posts.isEmpty)
    }

    @Test(
        "A damaged record is left out of an export, and an archive with it repairs it",
        arguments: ["body = zeroblob(length(body))", "signature = zeroblob(64)"]
    )
    func damagedRecord(damage: String) async throws {
        let (world, leia) = try await Self.world(.sqliteFile)
        let folder = try TemporaryFolder.make()
        let (first, second) = (folder.appending(path: "a"), folder.appending(path: "b"))
        let report = try await world.owner.export(to: first, as: .folder)
        let answers = try await world.answers()
        let originals = try world.repository.read { try $1.originals(.user(leia)) }
        let file = try #require(world.file)
        try RawStore(file)
            .execute(
                "UPDATE record SET \(damage) WHERE row = (SELECT max(row) FROM record WHERE kind = 5)"
            )
        let findings = try await world.owner.examine(repairing: true)
        #expect(findings.filter { !$0.isRepairable }.count == 1)
        let rest = try await world.owner.export(to: second, as: .folder)
        #expect(rest.entries == report.entries - 1)

        let restored = try await world.owner.restore(StoreArchive(at: first))
        #expect(restored.findings == [])
        #expect(restored.records.imported == 1)
        #expect(restored.media.imported == 0)
        #expect(try await world.answers() == answers)
        #expect(try world.repository.read { try $1.originals(.user(leia)) } == originals)
        #expect(try await world.owner.examine().isEmpty)
    }

    /// Checks posts that precede the key of their author by more than one transaction of an import.
    @Test func postsOlderThanTheirKey() async throws {
        let world = try TestWorld(.sqliteInMemory)
        let leia = try await world.signUp("leia")
        let start = world.clock.now
        for number in 1...501 {
            let date = start.addingTimeInterval(-Double(number) * 60)
            try await world.session(leia.user.id)
                .post([TestPhotos.file(seed: 1)], caption: "\(number)", date: date)
        }
        let folder = try TemporaryFolder.make().appending(path: "a")
        let report = try await world.owner.export(to: folder, as: .folder)
        let copy = try TestWorld(.sqliteInMemory, seed: 2)
        let restored = try await copy.owner.restore(StoreArchive(at: folder))
        #expect(restored.findings == [])
        #expect(restored.records.imported == report.entries && restored.records.alreadyPresent == 0)
        #expect(try await copy.guest.profile(of: leia.user.id).postCount == 501)
    }

    /// Checks that an archive contains the records of people, but not their keys, so that nobody can
    /// claim them where it is restored.
    @Test func keysOfPeopleStayInTheStore() async throws {
        let world = try TestWorld(.sqliteInMemory)
        _ = try await world.owner.load(FirebaseArchive(galaxy))
        let han = try await world.guest.user(withUsername: "hansolo").id
        let person = try world.repository.read { try $1.person(han) }
        let keys = try #require(person)
        let folder = try TemporaryFolder.make().appending(path: "a")
        _ = try await world.owner.export(to: folder, as: .folder)
        for seed in [keys.root.seed, keys.device.seed, keys.box] {
            let hexadecimal = seed.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            #expect(try Shell.run("grep -rqi \(hexadecimal) \(folder.path)").status == 1)
        }
        let copy = try TestWorld(.sqliteInMemory, seed: 2)
        _ = try await copy.owner.restore(StoreArchive(at: folder))
        #expect(try await copy.guest.user(withUsername: "hansolo").id == han)
        await #expect(throws: TimelineError.userNotImported("hansolo")) {
            try await copy.owner.claim(
                "hansolo",
                email: "han@example.org",
                password: TestWorld.password
            )
        }
        let report = try await copy.owner.load(FirebaseArchive(galaxy))
        #expect(report.users.imported == 4)
    }

    @Test("A record that the tables cannot hold is rejected alone, with its line")
    func unusableRecord() async throws {
        let (world, _) = try await Self.world(.inMemory)
        let folder = try TemporaryFolder.make().appending(path: "archive")
        let exported = try await world.owner.export(to: folder, as: .folder)
        let copy = try TestWorld(.sqliteFile)
        try RawStore(try #require(copy.file))
            .execute(
                """
                CREATE TRIGGER poison BEFORE INSERT ON post WHEN new.caption = 'before' BEGIN
                    SELECT raise(ABORT, 'poison');
                END
                """
            )
        let report = try await copy.owner.restore(StoreArchive(at: folder))
        #expect(report.records.rejected == 1)
        #expect(report.records.imported == exported.entries - 1)
        let finding = try #require(report.findings.first { $0.kind == .record })
        #expect(finding.position?.hasPrefix("line ") == true)
        #expect(finding.file == "records/000001.jsonl")
        #expect(finding.reason == "This store cannot hold the entry.")
    }

    @Test(arguments: Storage.allCases)
    func oneUserSurvives(_ storage: Storage) async throws {
        let (world, leia) = try await Self.world(storage)
        let folder = try TemporaryFolder.make()
        let (first, second) = (folder.appending(path: "a"), folder.appending(path: "b"))
        let options = ArchiveOptions(of: leia)
        _ = try await world.owner.export(to: first, as: .folder, options)
        let copy = try TestWorld(storage)
        let restored = try await copy.owner.restore(StoreArchive(at: first))
        #expect(restored.findings == [])
        let posts = try await copy.guest.page(of: .everyone).posts
        #expect(posts.map(\.author.id) == [leia])
        #expect(posts.first?.likeCount == 1 && posts.first?.commentCount == 1)
        _ = try await copy.owner.export(to: second, as: .folder, options)
        #expect(try manifest(second) == manifest(first))
    }

    /// Exports the demo data if it exists, imports the archive and exports it again.
    @Test(.enabled(if: LargeArchiveTests.demo != nil), arguments: Storage.allCases)
    func theDemoSurvives(_ storage: Storage) async throws {
        let world = try TestWorld(storage, now: LargeArchiveTests.lateDate)
        _ = try await world.owner.load(LargeArchiveTests.demoArchive())
        let folder = try TemporaryFolder.make()
        let (first, second) = (folder.appending(path: "a"), folder.appending(path: "b"))
        let report = try await world.owner.export(to: first, as: .folder)
        #expect(report.photos > 0 && report.lostPhotos == 0)
        let copy = try TestWorld(storage, now: LargeArchiveTests.lateDate)
        let restored = try await copy.owner.restore(StoreArchive(at: first))
        #expect(restored.findings == [])
        #expect(restored.records.imported == report.entries)
        _ = try await copy.owner.export(to: second, as: .folder)
        #expect(try manifest(second) == manifest(first))
    }

    /// Checks that an archive appears only once it is complete, and that a failed export leaves
    /// nothing.
    @Test(arguments: [ArchiveForm.zip, .folder])
    func incompleteArchivesDoNotAppear(_ form: ArchiveForm) async throws {
        let (world, leia) = try await Self.world(.sqliteFile)
        let folder = try TemporaryFolder.make()
        let target = folder.appending(path: "archive")
        let appearances = Lock<[Bool]>([])
        let look = { @Sendable in
            let isThere = FileManager.default.fileExists(atPath: target.path)
            appearances.withLock { $0.append(isThere) }
        }
        let failing = ArchiveOptions(of: leia) { _, _, _ in
            look()
            throw CocoaError(.fileWriteOutOfSpace)
        }
        await #expect(throws: (any Error).self) {
            try await world.owner.export(to: target, as: form, failing)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        let working = ArchiveOptions(of: leia) { _, _, _ in look() }
        _ = try await world.owner.export(to: target, as: form, working)
        #expect(appearances.withLock(\.self) == [false, false])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["archive"])
    }

    /// Checks that photos that are lost, damaged or not here are counted, that the archive contains
    /// everything else, and that each import reports them.
    @Test func missingPhotosAreCounted() async throws {
        let (world, _) = try await Self.world(.sqliteFile)
        let stored = try #require(world.blobs as? FolderBlobStore)
        let folder = try TemporaryFolder.make()
        let (first, second) = (folder.appending(path: "a"), folder.appending(path: "b"))
        let whole = try await world.owner.export(to: folder.appending(path: "all"), as: .folder)
        let posts = try await world.guest.page(of: .everyone).posts
        let photos = Set(posts.flatMap(\.photos).map(\.blob)).sorted()
        try #require(photos.count > 3)
        let content = try Data(contentsOf: stored.path(for: photos[0]))
        try FileManager.default.removeItem(at: stored.path(for: photos[0]))
        try Data("damage".utf8).write(to: stored.path(for: photos[1]))
        try FileManager.default.removeItem(at: stored.path(for: photos[2]))
        try world.repository.writeAccounts { accounts in
            try accounts.setTime(1, of: .refused, on: photos[2])
        }
        let report = try await world.owner.export(to: first, as: .folder)
        #expect(report.lostPhotos == 2 && report.unavailablePhotos == 1)
        #expect(report.photos == whole.photos - 3 && report.entries == whole.entries)
        let copy = try TestWorld(.sqliteFile)
        let source = try StoreArchive(at: first)
        let rehearsal = try await copy.owner.restore(source, isDryRun: true)
        let restored = try await copy.owner.restore(source)
        #expect(rehearsal == restored && restored.records.imported == report.entries)
        #expect(restored.media.imported == report.photos + report.previews)
        #expect(restored.media.notSupported == 3 && restored.media.rejected == 0)
        #expect(restored.media.entries == whole.photos + whole.previews)
        let reasons = photos.prefix(3).map { EntryError.pictureLeftOut($0).reason }
        #expect(Set(restored.findings.map(\.reason)) == Set(reasons))
        #expect(
            restored.findings.allSatisfy {
                $0.file.hasPrefix("records/") && $0.position?.hasPrefix("line ") == true
            }
        )
        _ = try await copy.owner.export(to: second, as: .folder)
        #expect(try manifest(second) == manifest(first))

        let again = try await copy.owner.restore(source)
        #expect(
            again.records.alreadyPresent == report.entries && again.findings == restored.findings
        )
        _ = try copy.blobs.put(content)
        let complete = try await copy.owner.restore(source)
        #expect(complete.media.notSupported == 2 && complete.findingCount == 2)
        #expect(complete.media.alreadyPresent == complete.media.entries - 2)
    }

    /// Checks that a preview without its file is counted, and that its photo is exported.
    @Test func lostPreviewsAreCounted() async throws {
        let (world, leia) = try await Self.world(.sqliteFile)
        // Every seventh picture has a preview.
        let post = try await world.post(by: leia, "", seed: 12)
        let preview = try #require(post.photos.first?.preview?.blob)
        let stored = try #require(world.blobs as? FolderBlobStore)
        let folder = try TemporaryFolder.make()
        let whole = try await world.owner.export(to: folder.appending(path: "all"), as: .folder)
        try FileManager.default.removeItem(at: stored.path(for: preview))
        let target = folder.appending(path: "a")
        let report = try await world.owner.export(to: target, as: .folder)
        #expect(report.lostPhotos == 1)
        #expect(report.photos == whole.photos && report.previews == whole.previews - 1)
        let restored = try await TestWorld(.sqliteFile).owner.restore(StoreArchive(at: target))
        #expect(restored.findings.map(\.reason) == [EntryError.pictureLeftOut(preview).reason])
    }

    /// Checks that an archive contains one snapshot, even if another process deletes a post and its
    /// photo meanwhile.
    @Test func aPostDeletedDuringAnExportIsInTheArchive() async throws {
        let world = try TestWorld(.sqliteFile)
        _ = try await world.owner.load(FirebaseArchive(galaxy))
        let folder = try TemporaryFolder.make()
        let (first, second) = (folder.appending(path: "a"), folder.appending(path: "b"))
        _ = try await world.owner.export(to: first, as: .folder)
        // Photos are written in the order of their IDs.
        let posts = try await world.guest.page(of: .everyone).posts
        let post = try #require(posts.max { $0.photos[0].blob < $1.photos[0].blob })
        let other = try world.openedAgain()
        let author = post.author.id
        let keys = try #require(try world.repository.read { try $1.person(author) })
        let added = try world.repository.read {
            try $0.record(setting: .post(post.id))
        }
        guard case .postSet(let id, _) = try #require(added).content else { return }
        let stamp = PushID(milliseconds: post.id.milliseconds + 1, bits: (1, 1))
        let deletion = try VerifiedRecord(
            author: author,
            stamp: stamp,
            content: .postDeleted(id),
            signedWith: keys.device
        )
        let failures = Lock<[any Error]>([])
        _ = try await world.owner.export(to: second, as: .folder) { done, total in
            guard done == 1, total > 0 else { return }
            do {
                try other.owner.engine.accept([deletion]) { _, _ in }
                try other.owner.engine.removeOrphaned(post.photos.map(\.blob))
            } catch {
                failures.withLock { $0.append(error) }
            }
        }
        let errors = failures.withLock(\.self)
        #expect(errors.isEmpty, "\(errors)")
        #expect(try await world.guest.page(of: .everyone).posts.count == posts.count - 1)
        #expect(try manifest(second) == manifest(first))
        #expect(try Shell.run("diff -r \(first.path) \(second.path)").status == 0)
    }

    @Test(arguments: Storage.allCases)
    func randomStoresSurvive(_ storage: Storage) async throws {
        for seed in 11...12 as ClosedRange<UInt64> {
            let world = try TestWorld(storage)
            let records = try RecordScript(seed: seed, count: 200).records
            try await world.owner.accept(records)
            let folder = try TemporaryFolder.make()
            let (first, second) = (folder.appending(path: "a"), folder.appending(path: "b"))
            _ = try await world.owner.export(to: first, as: .folder)
            let copy = try TestWorld(storage)
            let report = try await copy.owner.restore(StoreArchive(at: first))
            // The photos have no files.
            #expect(report.findingCount == report.media.notSupported)
            #expect(report.media.entries == report.media.notSupported)
            _ = try await copy.owner.export(to: second, as: .folder)
            #expect(try manifest(second) == manifest(first), "seed \(seed)")
        }
    }

    @Test func bothStoragesExportTheSame() async throws {
        let folder = try TemporaryFolder.make()
        var manifests: Set<String> = []
        for storage in Storage.allCases {
            let world = try TestWorld(storage)
            try await world.owner.accept(RecordScript(seed: 5, count: 200).records)
            let target = folder.appending(path: "\(manifests.count)-\(storage)")
            _ = try await world.owner.export(to: target, as: .folder)
            manifests.insert(try manifest(target))
        }
        #expect(manifests.count == 1)
    }

    @Test(arguments: Storage.allCases)
    func importingAgainChangesNothing(_ storage: Storage) async throws {
        let (world, _) = try await Self.world(storage)
        let folder = try TemporaryFolder.make()
        let archive = folder.appending(path: "a")
        let report = try await world.owner.export(to: archive, as: .folder)
        let source = try StoreArchive(at: archive)
        for store in [world, try TestWorld(storage)] {
            try await store.owner.restore(source)
            let epoch = try store.repository.epoch()
            let again = try await store.owner.restore(source)
            #expect(again.records.alreadyPresent == report.entries)
            #expect(again.records.entries == report.entries)
            #expect(again.media.alreadyPresent == again.media.entries)
            #expect(try store.repository.epoch() == epoch)
        }
    }

    /// Checks that an import that ends after any transaction can be completed.
    @Test func anInterruptedImportCanBeCompleted() async throws {
        let (world, _) = try await Self.world(.sqliteFile)
        let folder = try TemporaryFolder.make()
        let archive = folder.appending(path: "a")
        _ = try await world.owner.export(to: archive, as: .folder)
        let source = try StoreArchive(at: archive)
        var (count, isInterrupted) = (0, true)
        while isInterrupted {
            count += 3
            let copy = try TestWorld(.inMemory)
            isInterrupted = try await interrupt(source, into: copy, after: count)
            let report = try await copy.owner.restore(source)
            #expect(report.findings == [], "after \(count) transactions")
            let target = folder.appending(path: "b-\(count)")
            _ = try await copy.owner.export(to: target, as: .folder)
            #expect(try manifest(target) == manifest(archive), "after \(count) transactions")
        }
        #expect(count > 6)
    }

    /// Imports an archive in small transactions, and cancels the import after some of them.
    ///
    /// - Returns: Whether the import was cancelled before its end.
    private func interrupt(
        _ source: StoreArchive,
        into store: TestWorld,
        after count: Int
    ) async throws -> Bool {
        let done = Lock(0)
        let engine = store.owner.engine
        let task = Task {
            var work = ArchiveImport(
                of: source,
                into: engine,
                by: nil,
                isDryRun: false,
                batchSize: 4
            ) { _, _ in
                let isLast = done.withLock {
                    $0 += 1
                    return $0 == count
                }
                if isLast { withUnsafeCurrentTask { $0?.cancel() } }
            }
            _ = try await work.run()
        }
        do {
            try await task.value
            return false
        } catch is CancellationError {
            return true
        }
    }

    /// Posts a picture with metadata.
    ///
    /// - Returns: The public copy and the original.
    private func original(
        by user: User.ID,
        in world: TestWorld
    ) async throws -> (photo: BlobID, original: BlobID) {
        world.clock.advance(by: 1)
        let content = TestPhotos.png(seed: 8) + PlainPhotoProcessor.metadata + Data("Hoth".utf8)
        let post = try await world.session(user).post([PhotoFile(content: content)])
        return (post.photos[0].blob, BlobID(of: content))
    }

    @Test(arguments: Storage.allCases)
    func originalsSurvive(_ storage: Storage) async throws {
        let (world, leia) = try await Self.world(storage)
        let (photo, original) = try await original(by: leia, in: world)
        let folder = try TemporaryFolder.make()
        let (first, second) = (folder.appending(path: "a"), folder.appending(path: "b"))
        let options = ArchiveOptions(of: leia, includingOriginals: true)
        let report = try await world.owner.export(to: first, as: .folder, options)
        #expect(report.originals == 1)

        let copy = try TestWorld(storage)
        let source = try StoreArchive(at: first)
        let rehearsal = try await copy.owner.restore(source, isDryRun: true)
        let restored = try await copy.owner.restore(source)
        #expect(rehearsal == restored && restored.findings == [])
        #expect(restored.media.imported == report.photos + report.previews + 1)
        #expect(
            try copy.repository.read { try $1.original(of: photo, by: leia) } == original
        )
        #expect(try copy.blobs.contains(original))
        _ = try await copy.owner.export(to: second, as: .folder, options)
        #expect(try manifest(second) == manifest(first))
        let again = try await copy.owner.restore(source)
        #expect(again.media.alreadyPresent == again.media.entries)
    }

    /// Checks that the progress includes photos, previews and originals, also those that are lost.
    @Test func progressEndsAtTheTotal() async throws {
        let (world, leia) = try await Self.world(.sqliteFile)
        let (_, original) = try await original(by: leia, in: world)
        _ = try await world.post(by: leia, "", seed: 12)
        let folder = try TemporaryFolder.make()
        let options = ArchiveOptions(of: leia, includingOriginals: true)
        let stored = try #require(world.blobs as? FolderBlobStore)
        for name in ["a", "b"] {
            let progress = ProgressRecorder()
            let report = try await world.owner
                .export(to: folder.appending(path: name), as: .folder, options) {
                    progress.record(done: $0, total: $1)
                }
            let total = report.photos + report.previews + report.originals + report.lostPhotos
            let calls = progress.calls.filter { $0.total > 0 }
            #expect(report.previews == 1 && report.originals + report.lostPhotos == 1)
            #expect(calls.map(\.done) == Array(1...total))
            #expect(calls.allSatisfy { $0.total == total })
            try DurableFile.remove(stored.path(for: original))
        }
    }

    /// Checks that a lost original is counted, and that the archive of an import is the same.
    @Test func lostOriginalsAreNotListed() async throws {
        let (world, leia) = try await Self.world(.sqliteFile)
        let (_, original) = try await original(by: leia, in: world)
        let stored = try #require(world.blobs as? FolderBlobStore)
        try FileManager.default.removeItem(at: stored.path(for: original))
        let folder = try TemporaryFolder.make()
        let (first, second) = (folder.appending(path: "a"), folder.appending(path: "b"))
        let options = ArchiveOptions(of: leia, includingOriginals: true)
        let report = try await world.owner.export(to: first, as: .folder, options)
        #expect(report.originals == 0 && report.lostPhotos == 1)
        let copy = try TestWorld(.sqliteFile)
        try await copy.owner.restore(StoreArchive(at: first))
        _ = try await copy.owner.export(to: second, as: .folder, options)
        #expect(try manifest(second) == manifest(first))
    }

    /// Checks that the original of two photos is written once, and counted once if it is lost.
    @Test func anOriginalOfTwoPhotosIsCountedOnce() async throws {
        let (world, leia) = try await Self.world(.sqliteFile)
        let (photo, original) = try await original(by: leia, in: world)
        let other = try await world.post(by: leia, "", seed: 9).photos[0].blob
        try world.repository.writeAccounts { try $0.setOriginal(original, of: other, by: leia) }
        let folder = try TemporaryFolder.make()
        let (first, second) = (folder.appending(path: "a"), folder.appending(path: "b"))
        let options = ArchiveOptions(of: leia, includingOriginals: true)
        let report = try await world.owner.export(to: first, as: .folder, options)
        #expect(report.originals == 1 && report.lostPhotos == 0)
        let copy = try TestWorld(.sqliteFile)
        let restored = try await copy.owner.restore(StoreArchive(at: first))
        #expect(restored.findings == [])
        for blob in [photo, other] {
            let copied = try copy.repository.read { try $1.original(of: blob, by: leia) }
            #expect(copied == original)
        }
        let stored = try #require(world.blobs as? FolderBlobStore)
        try FileManager.default.removeItem(at: stored.path(for: original))
        let incomplete = try await world.owner.export(to: second, as: .folder, options)
        #expect(incomplete.originals == 0 && incomplete.lostPhotos == 1)
        #expect(incomplete.photos == report.photos)
    }

    /// Checks that an import cannot add or replace another user's originals.
    @Test func originalsAreTheUsersOwn() async throws {
        let (world, leia) = try await Self.world(.inMemory)
        let han = try await world.user("chewie")
        let (photo, original) = try await original(by: leia, in: world)
        let archive = try TemporaryFolder.make().appending(path: "a")
        let options = ArchiveOptions(of: leia, includingOriginals: true)
        _ = try await world.owner.export(to: archive, as: .folder, options)
        let source = try StoreArchive(at: archive)
        try world.repository.writeAccounts { try $0.setOriginal(nil, of: photo, by: leia) }
        for importer in [han, nil] {
            let report = try await world.owner.restore(source, by: importer)
            #expect(report.findings.map(\.reason) == [EntryError.foreignOriginal.reason])
            #expect(report.media.rejected == 1)
        }
        let report = try await world.owner.restore(source, by: leia)
        #expect(report.media.imported == 1 && report.media.rejected == 0)
        let other = BlobID(of: Data("other".utf8))
        try world.repository.writeAccounts { try $0.setOriginal(other, of: photo, by: leia) }
        let again = try await world.owner.restore(source, by: leia)
        #expect(again.media.alreadyPresent == again.media.entries)
        #expect(
            try world.repository.read { try $1.original(of: photo, by: leia) } == other
        )
        #expect(original != other)
    }
}

extension StoreOwner {
    /// Applies records as sync does.
    func accept(_ records: [VerifiedRecord]) async throws {
        let engine = engine
        _ = try await engine.fileWrites.run { try engine.accept(records) { _, _ in } }
    }
}

/// Returns the text of an archive's manifest.
func manifest(_ archive: URL) throws -> String {
    String(decoding: try Data(contentsOf: archive.appending(path: "manifest.json")), as: UTF8.self)
}
