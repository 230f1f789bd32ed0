import Foundation
import Testing
@testable import TimelineCore
@testable import TimelineSync
import TimelineTestSupport
import TimelineTesting

@Suite("Interruptions")
struct InterruptionTests {
    @Test("A session that is cut after any turn continues later", arguments: Storage.allCases)
    func cuts(storage: Storage) async throws {
        let friends = try await Friends(storage)
        let (anna, ben) = (friends.anna, friends.ben)
        for index in 1...12 { try await anna.world.post(by: anna.user, seed: index * 7) }
        let post = try await anna.world.post(by: anna.user, "last", seed: 1).id
        try await ben.sync.follow(anna.user)
        for limit in 1...8 { _ = try await Conversation(ben, anna, turnLimit: limit) }
        #expect(try await Conversation(ben, anna).isFinished)
        ben.tick()
        _ = try await ben.session.comment(on: post, "again")
        for limit in 1...8 { _ = try await Conversation(ben, anna, turnLimit: limit) }
        let last = try await Conversation(ben, anna)
        #expect(last.isFinished && last.client.summary.isEqual)
        #expect(try anna.records(of: [anna.user]) == ben.records(of: [anna.user]))
        #expect(try await ben.sync.status().missingPictureCount == 0)
        #expect(try await ben.world.owner.examine().isEmpty)
        #expect(try await anna.world.owner.examine().isEmpty)
    }

    @Test("A partial picture continues at its end, and a wrong one is deleted")
    func parts() async throws {
        let friends = try await Friends(.inMemory)
        let (anna, ben) = (friends.anna, friends.ben)
        try await anna.world.post(by: anna.user, seed: 1)
        try await ben.sync.follow(anna.user)
        // The records arrive before the picture.
        let store = try ben.store()
        var limit = 0
        while try await ben.sync.status().missingPictureCount == 0 {
            limit += 1
            _ = try await Conversation(ben, anna, turnLimit: limit)
        }
        let picture = Array(TestPhotos.png(seed: 1))
        let blob = BlobID(of: Data(picture))
        let size = UInt64(picture.count)
        #expect(try store.appendBlob(blob, at: 0, bytes: Array(picture[..<10]), of: size) == 10)
        #expect(try store.appendBlob(blob, at: 5, bytes: Array(picture[5...]), of: size) == 10)
        #expect(try await ben.sync.status().missingBytes == UInt64(picture.count - 10))
        let selection = try ben.selection(with: anna)
        #expect(try store.wantedBlobs(of: selection, limit: 9).map(\.blob) == [blob])
        #expect(try store.receivedByteCount(of: blob) == 10)
        let wrong = [UInt8](repeating: 0, count: picture.count - 10)
        #expect(try store.appendBlob(blob, at: 10, bytes: wrong + [0], of: size) == 10)
        #expect(try store.appendBlob(blob, at: 10, bytes: wrong, of: size) == UInt64(picture.count))
        #expect(try store.finishBlobs([blob]).isEmpty)
        #expect(try store.appendBlob(blob, at: 0, bytes: Array(picture[..<20]), of: size) == 20)
        #expect(try await Conversation(ben, anna).isFinished)
        #expect(try ben.world.blobs.isWhole(blob))
        #expect(try await ben.sync.status().missingPictureCount == 0)
    }

    @Test("A blob that is not a picture is refused once", arguments: Storage.allCases)
    func notAPicture(storage: Storage) async throws {
        let friends = try await Friends(storage)
        let (anna, ben) = (friends.anna, friends.ben)
        // The preview of this picture is text rather than a picture.
        let post = try await anna.world.post(by: anna.user, seed: 5)
        try await ben.sync.follow(anna.user)
        try await friends.syncPipes()
        let photo = try #require(post.photos.first)
        let preview = try #require(photo.preview)
        #expect(try ben.world.blobs.contains(photo.blob))
        #expect(try !ben.world.blobs.contains(preview.blob))
        #expect(try await ben.sync.status().missingPictures.map(\.reason) == [.damaged])
        let report = try await friends.syncOnce()
        #expect(report.isEqual && report.blobsReceived == 0)
    }

    @Test("A kill during a sync with a folder does not end the key", arguments: Storage.allCases)
    func killedFolderSync(storage: Storage) async throws {
        let anna = try await Site(storage, "anna", seed: 1)
        let folder = try TemporaryFolder.make().path
        try await anna.world.post(by: anna.user, "sunset")
        // The process is killed after it has written the pack, before it stores its memory.
        var carrier = FolderCarrier(store: try anna.store(), path: folder)
        let time = SyncTime.present(anna.world.clock.environment)
        #expect(try carrier.sync(at: time).packsWritten == 1)
        let report = try await anna.sync.sync(folder: folder, isOwn: false)
        #expect(!report.isKeyUsedElsewhere && report.recordsSent == 0)
        #expect(try await !anna.sync.status().needsNewKey)
        #expect(try await !anna.world.logIn("anna").hasNewDeviceKey)
    }

    @Test("A wanted picture is not damage", arguments: Storage.allCases)
    func wanted(storage: Storage) async throws {
        let friends = try await Friends(storage)
        let (anna, ben) = (friends.anna, friends.ben)
        let post = try await anna.world.post(by: anna.user, seed: 5)
        try await ben.sync.follow(anna.user)
        let photo = try #require(post.photos.first)
        // The folder contains the records, but the picture exceeds the budget. Only pictures with
        // previews count toward it, and the preview of this picture is rejected.
        try await anna.sync.sync(folder: friends.folder, isOwn: false)
        try await ben.sync.sync(folder: friends.folder, isOwn: false, budget: 1)
        #expect(try await ben.captions() == [""])
        #expect(try await ben.sync.status().missingPictureCount == 1)
        #expect(try await ben.world.owner.examine().isEmpty)
        #expect(try !ben.world.blobs.contains(photo.blob))
        func marks() throws -> [BlobID: UInt64] {
            try ben.world.repository.read { try $1.blobs(marked: .absent) }
        }
        #expect(try marks()[photo.blob] != nil)
        anna.tick()
        try await anna.session.delete(post.id)
        try await friends.syncFolder()
        #expect(try marks().isEmpty)
        #expect(try await ben.sync.status().missingPictureCount == 0)
        #expect(try ben.store().wantedBlobs(of: ben.selection(with: anna), limit: 9).isEmpty)
        try await ben.sync.sweepParts()
        // A killed process has not removed a mark.
        try ben.world.repository.writeAccounts { try $0.setTime(1, of: .absent, on: photo.blob) }
        _ = try await ben.world.owner.examine(repairing: true)
        #expect(try marks().isEmpty)
    }

    @Test(
        "A local user who deletes their account elsewhere ends the account here",
        arguments: Storage.allCases
    )
    func leaving(storage: Storage) async throws {
        let site = try await Site(storage, "anna", seed: 1)
        let post = try await site.world.post(by: site.user, seed: 1)
        site.tick()
        let keys = try #require(
            try site.world.repository.read { try $1.keys(of: site.user) }
        )
        let derived = try #require(
            site.world.hasher.deriveKey(
                from: TestWorld.password,
                settings: keys.root.settings
            )
        )
        let root = try #require(keys.root.open(of: site.user, with: derived))
        let record = try VerifiedRecord(
            author: site.user,
            stamp: site.world.clock.environment.present,
            content: .accountDeleted,
            signedWith: root
        )
        let verified = try #require(try site.store().verify([record.encoded]).first).get()
        let live = try site.store().commit(SyncBatch(accepted: [verified]))
        #expect(live == [record.id])
        #expect(try site.world.repository.read { try $1.users() }.isEmpty)
        await #expect(throws: TimelineError.self) { try await site.world.logIn("anna") }
        let photo = try #require(post.photos.first)
        #expect(try !site.world.blobs.contains(photo.blob))
        // The keys stay, so that the record of the deletion can still be sent.
        #expect(try site.store().users() == [site.user])
        #expect(try await site.world.owner.examine().isEmpty)
    }

    /// Returns friends after Ben has received Anna's post without its picture.
    private func withoutPicture(
        _ storage: Storage
    ) async throws -> (Friends, Post.ID, BlobID, [UInt8]) {
        let friends = try await Friends(storage)
        let post = try await friends.anna.world.post(by: friends.anna.user, seed: 1).id
        try await friends.ben.sync.follow(friends.anna.user)
        var limit = 0
        while try await friends.ben.sync.status().missingPictureCount == 0 {
            limit += 1
            _ = try await Conversation(friends.ben, friends.anna, turnLimit: limit)
        }
        let picture = Array(TestPhotos.png(seed: 1))
        return (friends, post, BlobID(of: Data(picture)), picture)
    }

    @Test(
        "A picture that was complete at a kill is moved into place",
        arguments: Storage.allCases,
        [false, true]
    )
    func killBeforeRename(storage: Storage, isSession: Bool) async throws {
        let (friends, _, blob, picture) = try await withoutPicture(storage)
        let ben = friends.ben
        let store = try ben.store()
        let size = UInt64(picture.count)
        #expect(try store.appendBlob(blob, at: 0, bytes: picture, of: size) == size)
        let other = try #require(BlobID(bytes: [UInt8](repeating: 7, count: 32)))
        #expect(try store.appendBlob(other, at: 0, bytes: [1], of: 2) == 1)
        if isSession {
            let conversation = try await Conversation(ben, friends.anna)
            #expect(conversation.isFinished)
            #expect(conversation.client.summary.blobBytesReceived == 0)
        } else {
            try await ben.sync.sync(folder: friends.folder, isOwn: false)
            #expect(store.partials.byteCount(of: other) == 0, "An unwanted part is deleted.")
        }
        #expect(try ben.world.blobs.isWhole(blob))
        #expect(store.partials.byteCount(of: blob) == 0)
        #expect(try await ben.sync.status().missingPictureCount == 0)
        #expect(try await ben.world.owner.examine().isEmpty)
    }

    @Test("Two processes that receive one picture at once add to the same part")
    func twoProcesses() async throws {
        let (friends, _, blob, picture) = try await withoutPicture(.inMemory)
        let stores = [try friends.ben.store(), try friends.ben.store()]
        let size = UInt64(picture.count)
        var (end, index): (UInt64, Int) = (0, 0)
        while end < size {
            index += 1
            try #require(index < 1000)
            let rest = Array(picture.dropFirst(Int(end)).prefix(50))
            let offset = end
            end = try stores[index % 2].appendBlob(blob, at: offset, bytes: rest, of: size)
            // The same part arrives in the other process, which changes nothing.
            let repeated = try stores[(index + 1) % 2]
                .appendBlob(blob, at: offset, bytes: rest, of: size)
            #expect(repeated == end)
        }
        #expect(try stores[0].finishBlobs([blob]) == [blob])
        #expect(try stores[1].finishBlobs([blob]) == [blob])
        #expect(try friends.ben.world.blobs.isWhole(blob))
    }

    @Test("A picture that a file system has lost is requested again", arguments: Storage.allCases)
    func lostFile(storage: Storage) async throws {
        let friends = try await Friends(storage)
        let (anna, ben) = (friends.anna, friends.ben)
        let post = try await anna.world.post(by: anna.user, seed: 1)
        try await ben.sync.follow(anna.user)
        try await friends.syncPipes()
        let blob = try #require(post.photos.first).blob
        _ = try ben.world.blobs.removeOrphaned([blob], retaining: false) { _ in [] }
        #expect(try await ben.sync.status().missingPictureCount == 1)
        #expect(try await !ben.world.owner.examine().isEmpty, "The loss is damage.")
        #expect(try await friends.syncOnce().blobsReceived == 1)
        #expect(try ben.world.blobs.isWhole(blob))
        #expect(try await ben.world.owner.examine().isEmpty)
    }

    @Test("An edit before the picture has arrived does not lose it", arguments: Storage.allCases)
    func editBeforePicture(storage: Storage) async throws {
        let phone = try await Site(storage, "anna", seed: 1)
        let laptop = try await phone.pairedDevice(storage, seed: 2)
        let post = try await phone.world.post(by: phone.user, "typo", seed: 1)
        var limit = 1
        while try await laptop.captions().isEmpty {
            limit += 1
            _ = try await Conversation(laptop, phone, turnLimit: limit)
        }
        let blob = try #require(post.photos.first).blob
        #expect(try !laptop.world.blobs.contains(blob))
        laptop.tick()
        try await laptop.session.edit(post.id, caption: "no typo")
        #expect(try await laptop.sync.status().missingPictureCount == 1)
        #expect(try await laptop.world.owner.examine().isEmpty)
        #expect(try await Conversation(laptop, phone).isFinished)
        #expect(try laptop.world.blobs.isWhole(blob))
        #expect(try await laptop.sync.status().missingPictureCount == 0)
    }

    @Test("Nothing more is wanted of an unfollowed user", arguments: Storage.allCases)
    func unfollowed(storage: Storage) async throws {
        let (friends, _, blob, _) = try await withoutPicture(storage)
        let ben = friends.ben
        ben.tick()
        _ = try await ben.session.unfollow(friends.anna.user)
        #expect(try await ben.sync.status().missingPictures.map(\.reason) == [.unfollowed])
        let missing = try ben.missingBlobs()
        #expect(missing.map(\.reason) == [.unfollowed])
        #expect(missing.map(\.reference.blob) == [blob])
        #expect(try await Conversation(ben, friends.anna).isFinished)
        #expect(try !ben.world.blobs.contains(blob))
        ben.tick()
        _ = try await ben.session.follow(friends.anna.user)
        #expect(try ben.missingBlobs().map(\.reason) == [.notReceived])
        try await friends.syncPipes()
        #expect(try ben.world.blobs.isWhole(blob))
    }

    @Test("The avatar of a follower arrives through a folder", arguments: Storage.allCases)
    func followersAvatar(storage: Storage) async throws {
        let friends = try await Friends(storage)
        let (anna, ben) = (friends.anna, friends.ben)
        let avatarFile = TestPhotos.file(seed: 1)
        try await ben.session.updateProfile(ProfileUpdate(), avatar: avatarFile)
        try await ben.sync.follow(anna.user)
        for _ in 0..<2 { try await friends.syncFolder() }
        let profile = try anna.world.repository.read { try $0.user(ben.user) }
        let avatar = try #require(profile?.avatar)
        #expect(try anna.world.blobs.isWhole(avatar.blob))
        #expect(try await anna.sync.status().missingPictureCount == 0)
    }
}
