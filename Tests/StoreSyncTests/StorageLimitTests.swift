import Foundation
import Testing
import TimelineCore
@testable import TimelineSync
import TimelineTestSupport
import TimelineTesting

@Suite("Limits for posts and pictures of others")
struct StorageLimitTests {
    private static let day: TimeInterval = 86_400

    /// Returns friends after Anna has posted pictures with previews on three days.
    private static func makeFriends(_ storage: Storage) async throws -> Friends {
        let friends = try await Friends(storage)
        for (index, seed) in [5, 12, 19].enumerated() {
            for site in [friends.anna, friends.ben] { site.world.clock.advance(by: day) }
            try await friends.anna.world.post(by: friends.anna.user, "post \(index)", seed: seed)
        }
        return friends
    }

    private static func sync(_ friends: Friends, _ isFolder: Bool) async throws {
        if isFolder { try await friends.syncFolder() } else { try await friends.syncPipes() }
    }

    @Test("Older posts are left out, stated, and fetched when wanted", arguments: [false, true])
    func since(isFolder: Bool) async throws {
        let friends = try await Self.makeFriends(.sqliteInMemory)
        let (anna, ben) = (friends.anna, friends.ben)
        let posts = try await anna.session.timeline().posts
        let oldest = try #require(posts.last)
        _ = try await anna.session.comment(on: oldest.id, "long ago")
        try await ben.sync.setOldestPost(posts[1].createdAt)
        try await ben.sync.follow(anna.user)
        try await Self.sync(friends, isFolder)
        #expect(try await ben.captions() == ["post 2", "post 1"])
        let status = try await ben.sync.status()
        #expect(status.recordsTooOld == 2 && status.rejectedRecords == 0)
        #expect(status.oldestPost == posts[1].createdAt)
        let date = shortDate(of: posts[1].createdAt, in: .gmt)
        let sentence =
            "Posts by others before \(date) (2 posts, likes and comments so far); `timeline sync --since` changes it."
        #expect(status.leftOut(in: .gmt) == [sentence])
        let photo = try #require(oldest.photos.first)
        #expect(try !ben.world.blobs.contains(photo.blob))
        if !isFolder {
            let report = try await friends.syncOnce()
            #expect(report.isEqual && report.recordsReceived == 0 && report.recordsTooOld == 0)
        }
        try await ben.sync.setOldestPost(nil)
        try await Self.sync(friends, isFolder)
        #expect(try await ben.captions() == ["post 2", "post 1", "post 0"])
        #expect(try await ben.session.comments(on: oldest.id).map(\.text) == ["long ago"])
        #expect(try await ben.sync.status().recordsTooOld == 0)
        #expect(try ben.records(of: [anna.user]) == anna.records(of: [anna.user]))
    }

    @Test("If all posts are left out, a second sync transfers nothing")
    func nothingWanted() async throws {
        let friends = try await Self.makeFriends(.sqliteInMemory)
        let ben = friends.ben
        try await ben.sync.setOldestPost(ben.world.clock.environment.now() + Self.day)
        try await ben.sync.follow(friends.anna.user)
        try await friends.syncPipes()
        #expect(try await ben.captions().isEmpty)
        let report = try await friends.syncOnce()
        #expect(report.recordsReceived + report.recordsTooOld == 0)
    }

    @Test("Replies to older posts that are here still arrive")
    func replies() async throws {
        let friends = try await Self.makeFriends(.sqliteInMemory)
        let (anna, ben) = (friends.anna, friends.ben)
        try await ben.sync.follow(anna.user)
        try await friends.syncPipes()
        try await ben.sync.setOldestPost(ben.world.clock.environment.now())
        let oldest = try #require(try await anna.session.timeline().posts.last)
        anna.tick()
        _ = try await anna.session.comment(on: oldest.id, "still")
        try await friends.syncPipes()
        #expect(try await ben.session.comments(on: oldest.id).map(\.text) == ["still"])
        #expect(try await ben.captions().count == 3)
    }

    @Test("The oldest full-size pictures of others go first, and return when the limit grows")
    func pictures() async throws {
        let friends = try await Self.makeFriends(.sqliteInMemory)
        let (anna, ben) = (friends.anna, friends.ben)
        let own = try await ben.world.post(by: ben.user, "own", seed: 26)
        try await ben.sync.follow(anna.user)
        try await friends.syncPipes()
        let photos = try await anna.session.timeline().posts.compactMap(\.photos.first)
        // The previews of test pictures are not real pictures, so they have been rejected.
        for seed in [5, 12, 19, 26] {
            try ben.world.blobs.put(Blob(Data("preview of picture \(seed)".utf8)))
        }
        func held() throws -> [Bool] { try photos.map { try ben.world.blobs.contains($0.blob) } }
        #expect(try held() == [true, true, true])
        let size = try #require(photos.first?.byteCount)
        let removed = try await ben.sync.setPictureLimit(UInt64(2 * size + 1))
        #expect(removed.count == 1 && removed.byteCount == UInt64(size))
        #expect(try held() == [true, true, false])
        #expect(try ben.world.blobs.contains(try #require(own.photos.first).blob))
        var status = try await ben.sync.status()
        #expect(status.excessPictures == 1 && status.missingPictureCount == 0)
        let sentence = try #require(status.leftOut(in: .gmt).first)
        #expect(sentence.hasPrefix("Full-size pictures of others beyond"), "\(sentence)")
        #expect(
            sentence.contains("(1 picture, ") && sentence.contains(" bytes), without"),
            "\(sentence)"
        )
        #expect(try await ben.world.owner.examine().isEmpty)
        try await friends.syncPipes()
        #expect(try held() == [true, true, false], "A sync does not fetch it")

        try await anna.world.post(by: anna.user, "newest", seed: 33)
        try ben.world.blobs.put(Blob(Data("preview of picture 33".utf8)))
        let report = try await friends.syncOnce()
        #expect(report.removedPictures.count == 1)
        #expect(try held() == [true, false, false], "A new picture replaces the oldest")
        try await ben.sync.setPictureLimit(nil)
        try await friends.syncPipes()
        #expect(try held() == [true, true, true])
        status = try await ben.sync.status()
        #expect(status.excessPictures == 0 && status.missingPictureCount == 0)
    }

    @Test(
        "A picture that a user asks for comes back, and others make room for it",
        arguments: Storage.allCases,
        [false, true]
    )
    func requests(storage: Storage, isFolder: Bool) async throws {
        let friends = try await Self.makeFriends(storage)
        let (anna, ben) = (friends.anna, friends.ben)
        try await ben.sync.follow(anna.user)
        try await Self.sync(friends, isFolder)
        let photos = try await ben.session.timeline().posts.compactMap(\.photos.first)
        for seed in [5, 12, 19, 26] {
            try ben.world.blobs.put(Blob(Data("preview of picture \(seed)".utf8)))
        }
        func held() throws -> [Bool] { try photos.map { try ben.world.blobs.contains($0.blob) } }
        let size = UInt64(try #require(photos.first?.byteCount))
        try await ben.sync.setPictureLimit(2 * size + 1)
        #expect(try held() == [true, true, false])

        await #expect(throws: TimelineError.photoNotArrived) {
            _ = try await ben.session.data(of: photos[2])
        }
        try await ben.session.requestMissing(photos)
        #expect(try await ben.sync.status().missingPictureCount == 1)
        // The removed pictures are still in the files of the folder that Ben has read.
        try await Self.sync(friends, isFolder)
        #expect(try held() == [true, false, true])
        #expect(try await ben.session.data(of: photos[2]).count == Int(size))
        try await Self.sync(friends, isFolder)
        #expect(try held() == [true, false, true])
        #expect(try await ben.sync.status().excessPictures == 1)

        // It is removed again once there are two newer pictures.
        for (index, seed) in [26, 33].enumerated() {
            for site in [anna, ben] { site.world.clock.advance(by: Self.day) }
            try await anna.world.post(by: anna.user, "later \(index)", seed: seed)
            try ben.world.blobs.put(Blob(Data("preview of picture \(seed)".utf8)))
        }
        try await Self.sync(friends, isFolder)
        #expect(try held() == [false, false, false])
        try await Self.sync(friends, isFolder)
        #expect(try held() == [false, false, false])
    }

    @Test("A requested picture that exceeds the limit by itself stays for a day")
    func requestBeyondLimit() async throws {
        let friends = try await Self.makeFriends(.sqliteInMemory)
        let (anna, ben) = (friends.anna, friends.ben)
        try await ben.sync.follow(anna.user)
        try await friends.syncPipes()
        for seed in [5, 12, 19] {
            try ben.world.blobs.put(Blob(Data("preview of picture \(seed)".utf8)))
        }
        let photos = try await ben.session.timeline().posts.compactMap(\.photos.first)
        func held() throws -> [Bool] { try photos.map { try ben.world.blobs.contains($0.blob) } }
        try await ben.sync.setPictureLimit(1)
        #expect(try held() == [false, false, false])
        try await ben.session.requestMissing([photos[1]])
        try await friends.syncPipes()
        #expect(try held() == [false, true, false])
        for site in [anna, ben] { site.world.clock.advance(by: Self.day - 60) }
        try await friends.syncPipes()
        #expect(try held() == [false, true, false])
        for site in [anna, ben] { site.world.clock.advance(by: 60) }
        try await friends.syncPipes()
        #expect(try held() == [false, false, false])
        #expect(try await friends.syncOnce().removedPictures.count == 0)
    }

    @Test("A requested picture is fetched before newer ones", arguments: Storage.allCases)
    func requestedFirst(storage: Storage) async throws {
        let friends = try await Self.makeFriends(storage)
        let (anna, ben) = (friends.anna, friends.ben)
        try await ben.sync.follow(anna.user)
        // The session ends before pictures are transferred.
        let selection = RecordSelection(scopes: [anna.user], users: [])
        func wanted() throws -> [BlobID] {
            try ben.store().wantedBlobs(of: selection, limit: 10).filter { !$0.isPreview }
                .map { $0.blob }
        }
        var limit = 1
        while try wanted().count < 3 {
            _ = try await Conversation(ben, anna, turnLimit: limit)
            limit += 1
        }
        let photos = try await ben.session.timeline().posts.compactMap(\.photos.first)
        #expect(try wanted() == photos.map(\.blob))
        try await ben.session.requestMissing([photos[2]])
        #expect(try wanted() == [photos[2], photos[0], photos[1]].map(\.blob))
        #expect(try ben.store().wantedBlobs(of: selection, limit: 4).count == 4)
    }
}
