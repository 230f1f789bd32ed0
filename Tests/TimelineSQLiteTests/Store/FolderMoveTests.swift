import Foundation
import Testing
import TimelineCore
import TimelineSQL
import TimelineTestSupport
import TimelineTesting

@testable import TimelineSQLite

@Suite("A move of a store to another folder")
struct FolderMoveTests {
    private let moved: MovedWorld
    private let world: TestWorld
    private let folder: URL

    init() async throws {
        world = try TestWorld(.sqliteFile)
        moved = try await MovedWorld(world)
        folder = try TemporaryFolder.make().appending(path: "copy")
    }

    private func move(
        pageSize: Int = StoreCopy.pageSize,
        photosTo copies: (any BlobStore)? = nil,
        progress: (StoreMove.Stage, Int, Int) throws -> Void = { _, _, _ in }
    ) throws -> MoveReport {
        let repository = try #require(world.repository as? SQLiteRepository)
        let folder = folder
        let move = StoreMove(
            of: repository,
            world.blobs,
            to: FolderTarget(folder),
            pageSize: pageSize
        ) {
            try copies ?? FolderBlobStore(folder: folder.appending(path: "blobs"))
        }
        return try move.run(progress: progress)
    }

    private func manifest(of file: URL) throws -> StoreManifest {
        let repository = try SQLiteRepository(file: file)
        defer {
            // Nothing has been written.
            try? repository.close()
        }
        return try repository.snapshot { try StoreManifest(of: $0) }
    }

    private func openCopy() throws -> TestWorld {
        try TestWorld(
            repository: Storage.open(folder.appending(path: "timeline.sqlite")),
            blobs: FolderBlobStore(folder: folder.appending(path: "blobs")),
            clock: world.clock,
            folder: folder
        )
    }

    private func expectEqual() async throws {
        let file = try #require(world.file)
        let copied = try manifest(of: folder.appending(path: "timeline.sqlite"))
        #expect(try copied == manifest(of: file))
        let copy = try openCopy()
        #expect(try await moved.answers(of: copy) == moved.answers(of: world))
        #expect(try await copy.owner.examine().isEmpty)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names.filter { !$0.hasPrefix("timeline.sqlite-") } == ["blobs", "timeline.sqlite"])
    }

    @Test("All tables are copied, except for those that differ between databases")
    func tables() throws {
        let repository = try SQLiteRepository()
        let names = try repository.snapshot { connection in
            try Statement("SELECT name FROM sqlite_schema WHERE type = 'table'", in: connection)
                .all { $0.text(0) }
        }
        let others = Set(names).subtracting(CopiedTable.all.map(\.name))
            .filter { name in
                !["text_words", "text_vocabulary", "user_search", "post_place"]
                    .contains { name.hasPrefix($0) }
            }
        #expect(others == ["clock"])
    }

    @Test("The copy is equal, healthy and in use like the store")
    func copies() async throws {
        let report = try move()
        #expect(report.newRowCount == report.rowCount && report.newPhotoCount == report.photoCount)
        #expect(report.recordCount > 30 && report.photoCount > 8 && report.damagedPhotos.isEmpty)
        try await expectEqual()
        let copy = try openCopy()
        let post = try await copy.post(by: moved.leia, "after the #moon", seed: 40)
        #expect(try await copy.guest.page(of: .everyone).posts.first?.id == post.id)
        _ = try await copy.logIn("han")
        #expect(try copy.audit().isEmpty)
    }

    @Test("A move that was interrupted after any step continues there")
    func interruptions() async throws {
        struct Interruption: Error {}
        var steps = 0
        var rows = 0
        while true {
            var step = 0
            var copied = 0
            do {
                let report = try move(pageSize: 7) { stage, done, _ in
                    if case .copyingRows = stage { copied = done }
                    step += 1
                    // Each attempt gets one step further than the one before it.
                    if step > 1 { throw Interruption() }
                }
                rows += report.newRowCount
                #expect(report.newRowCount < report.rowCount)
                #expect(rows == report.rowCount, "Rows have been copied twice.")
                break
            } catch is Interruption {
                rows += copied
                steps += 1
                #expect(!FileManager.default.fileExists(atPath: folder.path + "/timeline.sqlite"))
            }
        }
        #expect(steps > 15)
        try await expectEqual()
    }

    @Test("An unfinished move of a store that has changed begins again")
    func changes() async throws {
        struct Interruption: Error {}
        #expect(throws: Interruption.self) {
            try move(pageSize: 50) { stage, done, total in
                if case .copyingRows = stage, done > total / 2 { throw Interruption() }
            }
        }
        _ = try await world.session(moved.han).unfollow(moved.leia)
        try await world.post(by: moved.leia, "later", seed: 50)
        let report = try move()
        #expect(report.newRowCount == report.rowCount)
        try await expectEqual()
    }

    @Test("A finished move is repeated without copying anything, until one of the stores changes")
    func repetition() async throws {
        let first = try move()
        let second = try move()
        #expect(second.newRowCount == 0 && second.newPhotoCount == 0)
        #expect(second.rowCount == first.rowCount)
        try await world.post(by: moved.leia, "later", seed: 50)
        #expect(throws: MoveError.targetNotEmpty) { try move() }
    }

    @Test(
        "Other files are left alone",
        arguments: [
            "notes.txt", "move-to-new-flat.txt", "move-0123456789abcdef.sqlite.txt",
            "move-01234567.sqlite",
        ]
    )
    func otherFiles(name: String) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        try Data("mine".utf8).write(to: folder.appending(path: name))
        #expect(throws: MoveError.targetNotEmpty) { try move() }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names == [name])
    }

    @Test("Nobody can write while the tables are copied")
    func writers() throws {
        let other = try SQLiteRepository(file: try #require(world.file))
        var isWritten: Bool?
        _ = try move { stage, _, _ in
            guard case .copyingRows = stage, isWritten == nil else { return }
            isWritten = try other.writeAccountsIfPossible { _, accounts in
                try accounts.setPrivateValue([], forKey: "test")
            }
        }
        #expect(isWritten == false)
    }

    @Test("Missing and damaged photos are reported, and everything else is copied")
    func damagedPhotos() throws {
        let blobs = try #require(world.blobs as? FolderBlobStore)
        let all = try blobs.all()
        try blobs.remove(all[0])
        try Data("other".utf8).write(to: blobs.path(for: all[1]))
        let report = try move()
        #expect(report.damagedPhotos == [all[0], all[1]].map(\.description).sorted())
        #expect(report.newPhotoCount == report.photoCount - 2)
        #expect(try move().damagedPhotos == report.damagedPhotos)
    }

    @Test("A table that differs is named, and the copy is not used")
    func difference() throws {
        #expect(throws: MoveError.copyDiffers(["word"])) {
            try move { stage, done, total in
                guard case .copyingRows = stage, done == total else { return }
                let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
                let draft = try #require(names.first { $0.hasSuffix(".sqlite") })
                let raw = try RawStore(folder.appending(path: draft))
                try raw.execute("UPDATE word SET count = count + 1 WHERE text = 'moon'")
            }
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/timeline.sqlite"))
    }

    @Test("A photo that the target loses during the move is noticed")
    func lostPhoto() throws {
        let copies = InMemoryBlobStore()
        var isFirst = true
        #expect(throws: MoveError.photosMissing(1)) {
            try move(photosTo: copies) { stage, _, _ in
                guard case .copyingPhotos = stage, isFirst else { return }
                isFirst = false
                let photo = try #require(try copies.all().first)
                _ = try copies.removeOrphaned([photo], retaining: false) { _ in [] }
            }
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/timeline.sqlite"))
    }
}
