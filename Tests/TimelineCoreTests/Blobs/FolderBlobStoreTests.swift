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

    @Test func aRetainedBlobIsNotDestroyed() throws {
        let id = try store.put(Data([1, 2, 3]))
        try store.removeOrphaned([id], retaining: true) { _ in [] }
        #expect(try store.all().isEmpty)
        #expect(try !store.contains(id))
        let aside = folder.appending(path: ".orphaned").appending(path: id.description)
        #expect(try Data(contentsOf: aside) == Data([1, 2, 3]))
        #expect(try store.data(for: id) == Data([1, 2, 3]))
        try store.restore(id)
        #expect(try store.all() == [id])
    }

    @Test func aRemovalThatWasKilledIsFinishedByTheNext() throws {
        let ids = try (1...2).map { try store.put(Data([$0])) }
        let discarded = folder.appending(path: ".discarded")
        try DurableFile.makeFolder(discarded)
        for id in ids {
            try DurableFile.move(store.path(for: id), to: discarded.appending(path: id.description))
        }
        #expect(try store.data(for: ids[0]) == Data([1]))
        #expect(try store.isWhole(ids[0]))
        #expect(try store.removeAbandoned { _ in [ids[0]] } == [ids[1]])
        #expect(try store.all() == [ids[0]])
        #expect(try DurableFile.names(in: discarded).isEmpty)
    }

    @Test func aDamagedBlobThatWasSetAsideReplacesNoNewOne() throws {
        let id = try store.put(Data([1, 2, 3]))
        try Data([1, 2, 4]).write(to: store.path(for: id))
        try store.removeOrphaned([id], retaining: false) { ids in
            try store.put(Data([1, 2, 3]))
            return Set(ids)
        }
        #expect(try store.isWhole(id))
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

    @Test func reservationsOfALiveWriterAreNotAbandoned() throws {
        let id = try store.put(Data([1]))
        let other = try FolderBlobStore(folder: folder)
        for reservation in [BlobReservation.storing, .removing] {
            try store.reserving([id], as: reservation) {
                let removed = try other.removeAbandoned { _ in [] }
                let reserved = try other.reserved()
                #expect(removed.isEmpty && reserved == [id])
            }
        }
        #expect(try other.reserved().isEmpty)
    }

    @Test func reservationsOfAKilledWriterAreAbandonedOnce() throws {
        let ids = try [Data([1]), Data([2])].map { try store.put($0) }
        let reserved = folder.appending(path: ".reserved")
        try DurableFile.makeFolder(reserved)
        // A killed process leaves this file behind, but not the lock on it.
        let text = ids.map(\.description).joined(separator: "\n") + "\nnonsense"
        for suffix in ["", ".removing"] {
            let name = UUID().uuidString + suffix
            try Data(text.utf8).write(to: reserved.appending(path: name))
        }
        #expect(Set(try store.removeAbandoned { _ in [] }) == Set(ids))
        #expect(try DurableFile.names(in: reserved).isEmpty)
        #expect(try store.all().isEmpty)
    }

    @Test func blobsLeftByAKilledProcessAreRemovedAtTheNextPost() async throws {
        let world = try TestWorld(.sqliteFile)
        let leia = try await world.user("leia")
        let named = try await world.post(by: leia, seed: 1).photos[0].blob
        let orphan = try world.blobs.put(TestPhotos.png(seed: 2))
        let reserved = try #require(world.folder).appending(path: "blobs/.reserved")
        try Data("\(orphan)\n\(named)".utf8).write(to: reserved.appending(path: UUID().uuidString))
        let third = try await world.post(by: leia, seed: 3).photos[0].blob
        #expect(Set(try world.blobs.all()) == [named, third])
    }
}
