import Foundation
import Testing
import TimelineCore
import TimelineSync
import TimelineTestSupport
import TimelineTesting

@Suite("Forgetting a user")
struct ForgettingTests {
    /// Returns two friends who have synced.
    ///
    /// Ben has Anna's post with a picture, and his own comment on it.
    private static func makeFriends(_ storage: Storage) async throws -> Friends {
        let friends = try await Friends(storage)
        try await friends.ben.session.followUnseen(friends.anna.user)
        let post = try await friends.anna.world.post(by: friends.anna.user, "Kept elsewhere")
        try await friends.syncFolder()
        friends.ben.tick()
        _ = try await friends.ben.session.comment(on: post.id, "Nice")
        try await friends.syncFolder()
        #expect(try await friends.ben.captions() == ["Kept elsewhere"])
        return friends
    }

    @Test(
        "Posts, pictures and comments go, and return only with a follow",
        arguments: Storage.allCases
    )
    func forgetting(storage: Storage) async throws {
        let friends = try await Self.makeFriends(storage)
        let (anna, ben) = (friends.anna, friends.ben)
        let photo = try #require(try await ben.session.timeline().posts.first?.photos.first)
        #expect(try ben.world.blobs.contains(photo.blob))
        ben.tick()
        try await ben.sync.forget(anna.user)
        #expect(try ben.records(of: [anna.user]).isEmpty)
        #expect(try !ben.world.blobs.contains(photo.blob))
        await #expect(throws: TimelineError.self) { try await ben.session.profile(of: anna.user) }
        #expect(try await ben.world.guest.page(of: .everyone).posts.isEmpty)
        #expect(try ben.world.repository.audit(repairing: false).isEmpty)

        try await friends.syncFolder()
        #expect(try await ben.world.guest.page(of: .everyone).posts.isEmpty)
        #expect(try await anna.captions() == ["Kept elsewhere"], "Nothing is deleted elsewhere")

        ben.tick()
        try await ben.session.followUnseen(anna.user)
        try await friends.syncFolder()
        let page = try await ben.session.timeline()
        #expect(page.posts.map(\.caption) == ["Kept elsewhere"])
        #expect(page.posts.first?.commentCount == 1)
        #expect(try ben.world.blobs.contains(photo.blob))
    }

    @Test("Parts of pictures that are no longer wanted go")
    func parts() async throws {
        let friends = try await Self.makeFriends(.sqliteFile)
        let ben = friends.ben
        let photo = try #require(try await ben.session.timeline().posts.first?.photos.first)
        try FileManager.default.createDirectory(
            at: ben.partials,
            withIntermediateDirectories: true
        )
        let part = ben.partials.appending(path: "\(photo.blob)")
        try Data([1]).write(to: part)
        ben.tick()
        try await ben.sync.forget(friends.anna.user)
        #expect(!FileManager.default.fileExists(atPath: part.path))
    }

    @Test("A follow right afterwards fetches everything again", arguments: Storage.allCases)
    func immediately(storage: Storage) async throws {
        let friends = try await Self.makeFriends(storage)
        friends.ben.tick()
        try await friends.ben.sync.forget(friends.anna.user)
        friends.ben.tick()
        try await friends.ben.session.followUnseen(friends.anna.user)
        try await friends.syncFolder()
        #expect(try await friends.ben.captions() == ["Kept elsewhere"])
    }

    @Test("The comments of a forgotten user on other posts stay", arguments: Storage.allCases)
    func comments(storage: Storage) async throws {
        let friends = try await Self.makeFriends(storage)
        let (anna, ben) = (friends.anna, friends.ben)
        let own = try await ben.world.post(by: ben.user, "Mine")
        try await anna.session.followUnseen(ben.user)
        try await friends.syncFolder()
        anna.tick()
        _ = try await anna.session.comment(on: own.id, "Yours")
        try await friends.syncFolder()
        ben.tick()
        try await ben.sync.forget(anna.user)
        #expect(try await ben.captions() == ["Mine"])
        let comments = try await ben.session.comments(on: own.id)
        #expect(comments.map(\.text) == ["Yours"])
        #expect(comments.map(\.author.username) == ["anna"])
    }

    @Test("Users of this store, and those that others follow here, are not forgotten")
    func refusals() async throws {
        let friends = try await Self.makeFriends(.sqliteInMemory)
        let (anna, ben) = (friends.anna, friends.ben)
        let carl = try await ben.world.user("carl")
        ben.tick()
        try await ben.world.session(carl).follow(anna.user)
        await #expect(throws: TimelineError.userFollowedByOthers("anna")) {
            try await ben.sync.forget(anna.user)
        }
        await #expect(throws: TimelineError.userNotSynced("carl")) {
            try await ben.sync.forget(carl)
        }
        let lando = try await ben.world.person("lando")
        await #expect(throws: TimelineError.userNotSynced("lando")) {
            try await ben.sync.forget(lando)
        }
        #expect(try await ben.captions() == ["Kept elsewhere"])
        try await ben.world.session(carl).unfollow(anna.user)
        try await ben.sync.forget(anna.user)
        #expect(try await ben.captions().isEmpty)
    }
}
