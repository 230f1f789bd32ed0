import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("Blobs as files")
struct FolderBlobStoreTests {
    private let folder: URL
    private let store: FolderBlobStore

    init() throws {
        folder = try TemporaryFolder.make()
        store = try FolderBlobStore(folder: folder)
    }

    @Test func filesAreForTheOwnerOnly() throws {
        let path = store.path(for: try store.put(Data([1, 2, 3])))
        #expect(DurableFile.mode(of: path) == 0o600)
        #expect(DurableFile.mode(of: path.deletingLastPathComponent()) == 0o700)
        #expect(DurableFile.mode(of: folder) == 0o700)
        #expect(path.path.hasPrefix(folder.path))
    }

    @Test func damagedBytesAreNotReturned() throws {
        let id = try store.put(Data([1, 2, 3]))
        try Data([1, 2, 4]).write(to: store.path(for: id))
        #expect(throws: TimelineError.self) { try store.data(for: id) }
        #expect(try !store.isWhole(id))
        #expect(try store.contains(id))
    }

    @Test func anUnreadableFolderIsAnErrorNotAMissingBlob() throws {
        let id = BlobID(of: Data([1, 2, 3]))
        #expect(try !store.contains(id))
        let folder = store.path(for: id).deletingLastPathComponent()
        try FileManager.default.createSymbolicLink(at: folder, withDestinationURL: folder)
        #expect(throws: TimelineError.self) { try store.contains(id) }
        #expect(throws: TimelineError.self) { try store.isWhole(id) }
    }

    @Test func writingADamagedBlobAgainRepairsIt() throws {
        let id = try store.put(Data([1, 2, 3]))
        try Data([1, 2, 4]).write(to: store.path(for: id))
        _ = try store.put(Data([1, 2, 3]))
        #expect(try store.isWhole(id))
    }

    @Test func aBlobSetAsideIsNotDestroyed() throws {
        let id = try store.put(Data([1, 2, 3]))
        try store.setAside(id)
        #expect(try store.all().isEmpty)
        let aside = folder.appending(path: ".unnamed").appending(path: id.description)
        #expect(try Data(contentsOf: aside) == Data([1, 2, 3]))
    }

    @Test func partialFilesOfAnInterruptedWriteAreNoBlobs() throws {
        let id = try store.put(Data([1, 2, 3]))
        let leftover = store.path(for: id).deletingLastPathComponent()
            .appending(path: ".writing-1234")
        try Data([9]).write(to: leftover)
        #expect(try store.all() == [id])
        #expect(try store.leftovers(olderThan: .distantPast).isEmpty)
        #expect(try store.leftovers(olderThan: .distantFuture).map(\.path) == [leftover.path])
    }

    @Test func unrelatedFilesInTheFolderAreNotTouched() throws {
        let id = try store.put(Data([1, 2, 3]))
        let stray = folder.appending(path: "Thumbs.db")
        try Data([9]).write(to: stray)
        let folderOfOthers = folder.appending(path: "zz")
        try DurableFile.makeFolder(folderOfOthers)
        try Data([9]).write(to: folderOfOthers.appending(path: "notes.txt"))
        #expect(try store.all() == [id])
        #expect(try store.leftovers(olderThan: .distantFuture).isEmpty)
    }

    @Test func announcementsOfALiveWriterAreNotAbandoned() throws {
        let id = BlobID(of: Data([1]))
        let other = try FolderBlobStore(folder: folder)
        try store.announcing([id]) {
            try other.abandoned { _ in Issue.record("the writer still lives") }
        }
    }

    @Test func announcementsOfAKilledWriterAreAbandonedOnce() throws {
        let ids = [BlobID(of: Data([1])), BlobID(of: Data([2]))]
        let announced = folder.appending(path: ".announced")
        try DurableFile.makeFolder(announced)
        // A killed process leaves the file, but no lock on it.
        let text = ids.map(\.description).joined(separator: "\n") + "\nnonsense"
        try Data(text.utf8).write(to: announced.appending(path: UUID().uuidString))
        var abandoned: [[BlobID]] = []
        for _ in 1...2 { try store.abandoned { abandoned.append($0) } }
        #expect(abandoned == [ids])
    }

    @Test func blobsLeftByAKilledProcessAreRemovedAtTheNextPost() async throws {
        let world = try TestWorld(.sqliteFile)
        let leia = try await world.user("leia")
        let named = try await world.post(by: leia, seed: 1).photos[0].blob
        let orphan = try world.blobs.put(TestPhotos.png(seed: 2))
        let announced = try #require(world.folder).appending(path: "blobs/.announced")
        try Data("\(orphan)\n\(named)".utf8).write(to: announced.appending(path: UUID().uuidString))
        let third = try await world.post(by: leia, seed: 3).photos[0].blob
        #expect(Set(try world.blobs.all()) == [named, third])
    }
}
