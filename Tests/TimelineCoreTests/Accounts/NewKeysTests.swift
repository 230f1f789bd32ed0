import Foundation
import Testing
import TimelineCore
import TimelineRecords
import TimelineTestSupport
import TimelineTesting

@Suite("A login gives a user of an earlier version keys")
struct NewKeysTests {
    /// A store with two users without keys, as earlier versions created them.
    private struct Stage {
        let world: TestWorld
        let leia: User.ID
        let han: User.ID
        let post: Post.ID
        let own: TimelineCore.Comment.ID
        let reply: TimelineCore.Comment.ID

        init(_ storage: Storage) async throws {
            world = try TestWorld(storage)
            var make = ChangeMaker()
            let (leia, han) = (User.ID(UUID()), User.ID(UUID()))
            let names = [try make.user(leia, "leia"), try make.user(han, "han")]
            let post = make.post(leia, "Two suns #tatooine")
            let own = make.comment(leia, on: post, "From the #falcon")
            let reply = make.comment(han, on: post, "I know")
            let changes =
                names + [post, own, reply] + [
                    make.change(han, .liked(Post.ID(post.stamp))),
                    make.change(han, .followed(leia)), make.change(leia, .followed(han)),
                ]
            try world.repository.apply(changes)
            (self.leia, self.han, self.post) = (leia, han, Post.ID(post.stamp))
            (self.own, self.reply) = (own.comment, reply.comment)
            try await world.owner.claim(
                "leia",
                email: "leia@example.org",
                password: TestWorld.password
            )
        }
    }

    @Test(arguments: Storage.allCases)
    func everythingStaysWithTheUser(storage: Storage) async throws {
        let stage = try await Stage(storage)
        let (world, han) = (stage.world, stage.world.session(stage.han))
        let login = try await world.logIn("leia")
        #expect(login.user.id != stage.leia)
        #expect(login.user.id.isDerivedFromKey)
        #expect(try await login.session.user().username == "leia")

        let post = try await han.post(stage.post)
        #expect(post.caption == "Two suns #tatooine")
        #expect(post.id.pushID.milliseconds == stage.post.pushID.milliseconds)
        #expect(post.id != stage.post)
        #expect(post.author.id == login.user.id)
        #expect(post.likeCount == 1 && post.likedByViewer)
        let comments = try await han.comments(on: post.id)
        #expect(comments.map(\.text) == ["From the #falcon", "I know"])
        #expect(comments.map(\.author.username) == ["leia", "han"])
        #expect(comments[1].id == stage.reply)
        #expect(try await han.timeline().posts.map(\.id) == [post.id])
        #expect(
            try await world.guest.users(UserQuery(.followed(by: login.user.id))).map(\.username)
                == ["han"]
        )
        #expect(try world.audit().isEmpty)
        #expect(try world.repository.auditValues(repairing: false).isEmpty)
    }

    @Test(arguments: Storage.allCases)
    func theSearchFindsMovedTexts(storage: Storage) async throws {
        let stage = try await Stage(storage)
        let login = try await stage.world.logIn("leia")
        let post = try await stage.world.guest.post(stage.post).id
        for query in ["suns", "#tatooine", "#falcon"] {
            let found = try await login.session.search(query).results.items.map(\.post.id)
            #expect(found == [post], "\(query)")
        }
    }

    @Test(arguments: Storage.allCases)
    func thePastIsSigned(storage: Storage) async throws {
        let stage = try await Stage(storage)
        let login = try await stage.world.logIn("leia")
        let user = login.user.id.recordID
        let (records, post, comment) = try stage.world.repository.read { reader in
            (
                try reader.records(inScope: user, below: nil, limit: 100),
                try reader.postIDs(
                    by: login.user.id,
                    in: PostRange(before: Post.ID(.max), limit: 9)
                ),
                try reader.commentIDs(by: login.user.id, after: nil, limit: 9)
            )
        }
        #expect(Set(records.compactMap(\.body.content.kind)) == [.postSet, .commentAdded])
        #expect(
            records.map { PushID($0.body.stamp) }.sorted() == [post[0].pushID, comment[0].pushID]
        )
        // The stored records are valid even for a device that has only their bytes.
        var directory = KeyDirectory()
        let introductions = try stage.world.repository.read { try $0.introductions(of: [user]) }
        let all = (introductions + records).map(\.record.encoded)
        for result in directory.verify(encoded: all) { _ = try result.get() }
    }

    @Test(arguments: Storage.allCases)
    func aSecondLoginChangesNothing(storage: Storage) async throws {
        let stage = try await Stage(storage)
        let first = try await stage.world.logIn("leia").user
        let epoch = try stage.world.repository.epoch()
        #expect(try await stage.world.logIn("leia").user == first)
        #expect(try stage.world.repository.epoch() == epoch)
    }

    @Test(arguments: Storage.allCases)
    func earlierSessionsStayOpen(storage: Storage) async throws {
        let stage = try await Stage(storage)
        let first = try await stage.world.logIn("leia")
        #expect(try await stage.world.user(for: first.token).id == first.user.id)
        try await first.session.edit(stage.post, caption: "Edited")
        #expect(try await stage.world.guest.post(stage.post).caption == "Edited")
    }
}
