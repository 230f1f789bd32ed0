import Foundation
import Testing
import TimelineCore
@testable import TimelineSync
import TimelineTestSupport
import TimelineTesting

@Suite("Syncing with a friend")
struct FriendsTests {
    /// The way in which two devices exchange their records.
    enum Carrier: CaseIterable {
        case folder, pipes
    }

    static let ways = Storage.allCases.flatMap { storage in
        Carrier.allCases.map { (storage, $0) }
    }

    private func sync(_ friends: Friends, _ carrier: Carrier) async throws {
        switch carrier {
        case .folder: try await friends.syncFolder()
        case .pipes: try await friends.syncPipes()
        }
    }

    @Test("A follower receives posts with their pictures", arguments: ways)
    func pictures(storage: Storage, carrier: Carrier) async throws {
        let friends = try await Friends(storage)
        let (anna, ben) = (friends.anna, friends.ben)
        for index in 1...3 {
            try await anna.world.post(by: anna.user, "post \(index)", seed: index)
        }
        try await ben.sync.follow(anna.user)
        #expect(try await ben.sync.status().missingUsers == [anna.user])
        try await sync(friends, carrier)
        #expect(try await ben.captions() == ["post 3", "post 2", "post 1"])
        let posts = try await ben.session.timeline().posts
        for (post, seed) in zip(posts, [3, 2, 1]) {
            let photo = try #require(post.photos.first)
            #expect(try await ben.session.data(of: photo) == TestPhotos.png(seed: seed))
        }
        let status = try await ben.sync.status()
        #expect(status.missingPictureCount == 0 && status.missingUsers.isEmpty)
        #expect(try await anna.session.profile().followerCount == 1)
        #expect(try anna.records(of: [anna.user]) == ben.records(of: [anna.user]))
    }

    @Test("The first follower does not send the author's posts back", arguments: Storage.allCases)
    func firstFollower(storage: Storage) async throws {
        let friends = try await Friends(storage)
        let (anna, ben) = (friends.anna, friends.ben)
        for index in 1...9 { try await anna.world.post(by: anna.user, seed: index) }
        try await ben.sync.follow(anna.user)
        let conversation = try await Conversation(ben, anna)
        #expect(conversation.isFinished)
        #expect(conversation.client.summary.accepted.posts == 9)
        #expect(conversation.client.summary.sent.posts == 0)
    }

    @Test("Posts of a first sync are not new, and later ones are", arguments: ways)
    func news(storage: Storage, carrier: Carrier) async throws {
        let friends = try await Friends(storage)
        let (anna, ben) = (friends.anna, friends.ben)
        try await ben.world.post(by: ben.user, "own")
        try await ben.session.markShown(ben.session.timeline())
        try await anna.world.post(by: anna.user, "before")
        ben.tick()
        try await ben.sync.follow(anna.user)
        try await sync(friends, carrier)
        #expect(try await ben.captions().contains("before"))
        #expect(try await ben.session.newPosts().posts.isEmpty)
        anna.tick()
        try await anna.world.post(by: anna.user, "after")
        try await sync(friends, carrier)
        #expect(try await ben.session.newPosts().posts.map(\.caption) == ["after"])
    }

    @Test("A device without posts does not end the first sync", arguments: Storage.allCases)
    func newsOnTwoDevices(storage: Storage) async throws {
        let friends = try await Friends(storage)
        let (anna, ben) = (friends.anna, friends.ben)
        let laptop = try await ben.pairedDevice(storage, seed: 3)
        try await ben.world.post(by: ben.user, "own")
        try await ben.session.markShown(ben.session.timeline())
        try await anna.world.post(by: anna.user, "before")
        ben.tick()
        try await ben.sync.follow(anna.user)
        while try await Friends.connect(laptop, ben).needsAnotherSync {}
        try await friends.syncPipes()
        #expect(try await ben.captions().contains("before"))
        #expect(try await ben.session.newPosts().posts.isEmpty)
    }

    @Test("The first post of a friend without posts is new", arguments: ways)
    func firstPost(storage: Storage, carrier: Carrier) async throws {
        let friends = try await Friends(storage)
        let (anna, ben) = (friends.anna, friends.ben)
        try await ben.world.post(by: ben.user, "own")
        try await ben.session.markShown(ben.session.timeline())
        try await ben.sync.follow(anna.user)
        try await sync(friends, carrier)
        anna.world.clock.advance(by: 60)
        try await anna.world.post(by: anna.user, "first")
        try await sync(friends, carrier)
        #expect(try await ben.session.newPosts().posts.map(\.caption) == ["first"])
    }

    @Test("The first post of a friend is new on any path", arguments: Storage.allCases)
    func firstPostFromThirdDevice(storage: Storage) async throws {
        let friends = try await Friends(storage)
        let (anna, ben) = (friends.anna, friends.ben)
        let laptop = try await ben.pairedDevice(storage, seed: 3)
        try await ben.world.post(by: ben.user, "own")
        try await ben.session.markShown(ben.session.timeline())
        try await ben.sync.follow(anna.user)
        try await friends.syncFolder()
        while try await Friends.connect(laptop, ben).needsAnotherSync {}
        anna.world.clock.advance(by: 60)
        try await anna.world.post(by: anna.user, "first")
        while try await Friends.connect(laptop, anna).needsAnotherSync {}
        while try await Friends.connect(ben, laptop).needsAnotherSync {}
        #expect(try await ben.session.newPosts().posts.map(\.caption) == ["first"])
    }

    @Test("Posts from before a device was added are not new on it", arguments: Storage.allCases)
    func newsOnNewDevice(storage: Storage) async throws {
        let friends = try await Friends(storage)
        let (anna, ben) = (friends.anna, friends.ben)
        try await ben.world.post(by: ben.user, "own")
        try await ben.session.markShown(ben.session.timeline())
        try await ben.sync.follow(anna.user)
        anna.world.clock.advance(by: 10)
        try await anna.world.post(by: anna.user, "before")
        try await friends.syncPipes()
        #expect(try await ben.session.newPosts().posts.map(\.caption) == ["before"])
        ben.world.clock.advance(by: 60)
        let laptop = try await ben.pairedDevice(storage, seed: 3)
        laptop.world.clock.advance(by: 60)
        while try await Friends.connect(laptop, ben).needsAnotherSync {}
        #expect(try await laptop.captions() == ["before", "own"])
        #expect(try await laptop.session.newPosts().posts.isEmpty)
    }

    @Test("Replies return to the author of a post", arguments: ways)
    func replies(storage: Storage, carrier: Carrier) async throws {
        let friends = try await Friends(storage)
        let (anna, ben) = (friends.anna, friends.ben)
        let post = try await anna.world.post(by: anna.user, "sunset").id
        try await ben.sync.follow(anna.user)
        try await sync(friends, carrier)
        ben.tick()
        try await ben.session.like(post)
        _ = try await ben.session.comment(on: post, "lovely")
        try await sync(friends, carrier)
        #expect(try await anna.session.post(post).likeCount == 1)
        let comments = try await anna.session.comments(on: post)
        #expect(comments.map(\.text) == ["lovely"])
        #expect(comments.first?.author.username == "ben")
        #expect(try anna.records(of: [anna.user]) == ben.records(of: [anna.user]))
    }

    @Test("Edits and deletions converge", arguments: ways)
    func edits(storage: Storage, carrier: Carrier) async throws {
        let friends = try await Friends(storage)
        let (anna, ben) = (friends.anna, friends.ben)
        let kept = try await anna.world.post(by: anna.user, "draft", seed: 1)
        let deleted = try await anna.world.post(by: anna.user, "mistake", seed: 2)
        try await ben.sync.follow(anna.user)
        try await sync(friends, carrier)
        let blob = try #require(deleted.photos.first).blob
        #expect(try ben.world.blobs.contains(blob))
        anna.tick()
        try await anna.session.edit(kept.id, caption: "final")
        try await anna.session.delete(deleted.id)
        try await sync(friends, carrier)
        #expect(try await ben.captions() == ["final"])
        #expect(try !ben.world.blobs.contains(blob))
        #expect(try anna.records(of: [anna.user]) == ben.records(of: [anna.user]))
        #expect(try await ben.world.owner.examine().isEmpty)
    }

    @Test("A second sync transfers no record", arguments: Storage.allCases)
    func second(storage: Storage) async throws {
        let friends = try await Friends(storage)
        let (anna, ben) = (friends.anna, friends.ben)
        for index in 1...20 { try await anna.world.post(by: anna.user, seed: index * 7) }
        try await ben.sync.follow(anna.user)
        try await friends.syncPipes()
        let report = try await friends.syncOnce()
        #expect(report.isEqual)
        #expect(report.recordsSent == 0 && report.recordsReceived == 0)
        #expect((report.bytesSent ?? 0) + (report.bytesReceived ?? 0) <= 360)
        try await friends.syncFolder()
        for site in [anna, ben] {
            let report = try await site.sync.sync(folder: friends.folder, isOwn: false)
            #expect(report.isEqual && report.recordsSent == 0 && report.recordsReceived == 0)
        }
        let peer = try #require(try await ben.sync.peers().first)
        #expect(peer.lastEqual != nil && peer.failure == nil && peer.username == "anna")
    }

    @Test("A folder contains no private data", arguments: Storage.allCases)
    func canaries(storage: Storage) async throws {
        let friends = try await Friends(storage)
        let (anna, ben) = (friends.anna, friends.ben)
        let login = try await anna.world.logIn("anna")
        let original = TestPhotos.png(seed: 1) + PlainPhotoProcessor.metadata + Data("GPS".utf8)
        anna.tick()
        let post = try await anna.session.post([PhotoFile(content: original)], caption: "beach")
        try await ben.sync.follow(anna.user)
        try await anna.session.block(User.ID(UUID()))
        try await friends.syncFolder()
        #expect(try await ben.captions() == ["beach"])
        let bytes = try FolderBytes(friends.folder)
        #expect(bytes.contains("beach"))
        let keys = try #require(
            try anna.world.repository.read { try $1.keys(of: anna.user) }
        )
        for text in ["example.org", "METADATA", "GPS", "\(login.token)"] {
            #expect(!bytes.contains(text), "\(text)")
        }
        for secret in [keys.device.seed, keys.box, keys.root.box] {
            #expect(!bytes.contains(Data(secret)))
        }
        let photo = try #require(post.photos.first)
        #expect(try await anna.session.data(of: photo) == original)
        #expect(try await ben.session.data(of: photo) == TestPhotos.png(seed: 1))
        // Requests for the original are not answered.
        let selection = try anna.selection(with: ben)
        let store = try anna.store()
        #expect(
            try store.readBlob(BlobID(of: original), at: 0, count: 10, of: selection) == nil
        )
        #expect(try store.readBlob(photo.blob, at: 0, count: 10, of: selection) != nil)
    }

    @Test("A sealed folder is readable only for the user's own devices")
    func sealed() async throws {
        let friends = try await Friends(.inMemory)
        let (anna, ben) = (friends.anna, friends.ben)
        try await anna.world.post(by: anna.user, "secret beach")
        try await anna.sync.sync(folder: friends.folder, isOwn: true)
        #expect(try await anna.sync.isOwn(folder: friends.folder) == true)
        #expect(try FolderBytes(friends.folder).contains("secret beach") == false)
        try await ben.sync.follow(anna.user)
        let report = try await ben.sync.sync(folder: friends.folder, isOwn: false)
        #expect(report.recordsReceived == 0 && !report.damagedFiles.isEmpty && !report.isEqual)
    }
}

extension Site {
    /// Returns the records that this device compares with another one.
    func selection(with other: Site) throws -> RecordSelection {
        let scopes = try store().scopes().intersection(try other.store().scopes())
        return RecordSelection(scopes: scopes, users: [user, other.user])
    }
}

/// All bytes in the files of a folder, and the names of the files.
struct FolderBytes {
    private var files: [Data] = []

    init(_ path: String) throws {
        let folder = URL(filePath: path)
        let names = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        for case let file as URL in try #require(names) {
            files.append(Data(file.lastPathComponent.utf8))
            guard !file.hasDirectoryPath else { continue }
            files.append(try Data(contentsOf: file))
        }
    }

    func contains(_ text: String) -> Bool { contains(Data(text.utf8)) }

    func contains(_ bytes: Data) -> Bool { files.contains { $0.range(of: bytes) != nil } }
}
