import Foundation
import Testing
import TimelineCore
import TimelineRecords
import TimelineTestSupport
import TimelineTesting

@Suite("A repair moves items from the future to the present")
struct FutureRepairTests {
    /// A store in which leia's clock was a year ahead and other users replied to her posts from
    /// that time.
    private struct Stage {
        let world: TestWorld
        let leia: User.ID
        let han: User.ID
        let before: PostView
        let post: PostView
        let comment: CommentView
        let reply: CommentView

        static let lead: TimeInterval = 365 * 86_400

        init(_ storage: Storage) async throws {
            world = try TestWorld(storage)
            leia = try await world.user("leia")
            han = try await world.user("han")
            try await world.session(han).follow(leia)
            before = try await world.post(by: leia, "before", seed: 1)
            world.clock.advance(by: Self.lead)
            post = try await world.post(by: leia, "ahead #falcon", seed: 2)
            try await world.session(leia).edit(post.id, caption: "ahead #falcon @han")
            comment = try await world.session(leia).comment(on: before.id, "a word")
            _ = try await world.session(leia).like(before.id)
            try await world.session(leia).follow(han)
            try await world.session(leia)
                .updateProfile(
                    ProfileUpdate(bio: .set("from the future"))
                )
            world.clock.advance(by: -Self.lead)
            reply = try await world.session(han).comment(on: post.id, "a reply #falcon")
            _ = try await world.session(han).like(post.id)
            try await world.session(han).markShown(try await world.session(han).timeline())
            world.clock.advance(by: 60)
        }

        func repaired() async throws -> Stage {
            _ = try await world.owner.examine(repairing: true)
            return self
        }
    }

    /// Returns a store that has received all records of the given users, none of which may be dated
    /// in the future.
    private static func copy(
        of users: [User.ID],
        in world: TestWorld
    ) throws -> InMemoryRepository {
        let records = try world.repository.read { reader in
            let heads = try reader.recordHeads(inScopes: Set(users.map(\.recordID)))
            return try reader.records(withIDs: Set(heads.map(\.position.id)))
        }
        let copy = InMemoryRepository()
        _ = try copy.apply { (_: any SocialReader) in
            try CheckedBatch(checking: [], records: records, now: world.clock.now)
        }
        return copy
    }

    @Test(arguments: Storage.allCases)
    func theDoctorFindsAndRepairsIt(storage: Storage) async throws {
        let stage = try await Stage(storage)
        let owner = stage.world.owner
        let han = stage.world.session(stage.han)
        await #expect(throws: TimelineError.self) { try await stage.world.post(by: stage.leia) }
        let finding = try #require(try await owner.examine().first)
        guard case .datedAhead(username: "leia", let date) = finding else {
            Issue.record("\(finding)")
            return
        }
        #expect(finding.isRepairable)
        #expect(date > stage.world.clock.now.addingTimeInterval(Stage.lead - 3600))
        #expect(try await owner.examine(repairing: true) == [finding])
        #expect(try await owner.examine().isEmpty)
        let next = try await stage.world.post(by: stage.leia, "next")
        #expect(next.id.date == stage.world.clock.now)
        let home = try await han.timeline().posts.map(\.caption)
        #expect(home == ["next", "ahead #falcon @han", "before"])
    }

    @Test(arguments: Storage.allCases)
    func everythingThatRefersToAPostMovesAlong(storage: Storage) async throws {
        let stage = try await Stage(storage).repaired()
        let guest = stage.world.guest
        let (leia, han) = (stage.world.session(stage.leia), stage.world.session(stage.han))
        let id = try await guest.postID(matching: stage.post.id.description)
        #expect(id != stage.post.id && id.date == stage.world.clock.now)
        let post = try await han.post(id)
        #expect(post.caption == "ahead #falcon @han")
        #expect(post.photos == stage.post.photos)
        #expect(post.likeCount == 1 && post.likedByViewer)
        #expect(try await guest.comments(on: id).map(\.text) == ["a reply #falcon"])
        let comments = try await guest.comments(on: stage.before.id)
        #expect(comments.map(\.text) == ["a word"])
        #expect(comments.first?.id.date == stage.world.clock.now)
        let hits = try await guest.search("falcon").hits
        #expect(Set(hits.map(\.post.id)) == [id])
        #expect(try await guest.search("#falcon").hits.map(\.post.id) == [id])
        // The LWW registers accept newer values again.
        let profile = try await han.profile(of: stage.leia)
        #expect(profile.user.bio == "from the future")
        try await leia.updateProfile(ProfileUpdate(bio: .set("from today")))
        #expect(try await guest.profile(of: stage.leia).user.bio == "from today")
        _ = try await leia.unlike(stage.before.id)
        #expect(try await guest.post(stage.before.id).likeCount == 0)
        try await leia.edit(id, caption: "edited")
        #expect(try await guest.post(id).caption == "edited")
    }

    /// Checks that the replies of a user whose clock was right reach other stores, although they are
    /// older than the post was.
    @Test(arguments: Storage.allCases)
    func earlierRepliesAreSignedAgain(storage: Storage) async throws {
        let stage = try await Stage(storage).repaired()
        let id = try await stage.world.guest.postID(matching: stage.post.id.description)
        let (post, comments) = try Self.copy(of: [stage.leia, stage.han], in: stage.world)
            .read { reader in
                (
                    try reader.post(id, for: nil),
                    try reader.comments(on: id, after: nil, limit: 10).map(\.text)
                )
            }
        #expect(post?.caption == "ahead #falcon @han" && post?.likeCount == 1)
        #expect(comments == ["a reply #falcon"])
    }

    @Test(arguments: Storage.allCases)
    func severalUsersMoveWithTheirReplies(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han) = (try await world.user("leia"), try await world.user("han"))
        world.clock.advance(by: Stage.lead)
        let first = try await world.post(by: leia, "by leia", seed: 1).id
        let second = try await world.post(by: han, "by han", seed: 2).id
        for (user, post) in [(leia, second), (han, first)] {
            _ = try await world.session(user).like(post)
            _ = try await world.session(user).comment(on: post, "a reply")
        }
        world.clock.advance(by: -Stage.lead)

        #expect(try await world.owner.examine(repairing: true).count == 2)
        #expect(try await world.owner.examine().isEmpty)
        let copy = try Self.copy(of: [leia, han], in: world)
        for old in [first, second] {
            let id = try await world.guest.postID(matching: old.description)
            #expect(id.date <= world.clock.now.addingTimeInterval(1))
            for repository in [world.repository, copy] as [any Repository] {
                let (post, comments) = try repository.read { reader in
                    (
                        try reader.post(id, for: nil),
                        try reader.comments(on: id, after: nil, limit: 10).map(\.text)
                    )
                }
                #expect(post?.likeCount == 1)
                #expect(comments == ["a reply"])
            }
        }
    }

    /// Checks that tombstones do not prevent the repair, whether or not they are dated in the future.
    @Test(arguments: Storage.allCases)
    func deletedCommentsStayDeleted(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han) = (try await world.user("leia"), try await world.user("han"))
        world.clock.advance(by: Stage.lead)
        let old = try await world.post(by: leia, "ahead").id
        let own = try await world.session(leia).comment(on: old, "own").id
        try await world.session(leia).delete(own)
        world.clock.advance(by: -Stage.lead)
        let reply = try await world.session(han).comment(on: old, "a reply").id
        try await world.session(han).delete(reply)
        _ = try await world.session(han).comment(on: old, "another reply")
        world.clock.advance(by: 60)

        #expect(try await world.owner.examine(repairing: true).count == 1)
        #expect(try await world.owner.examine().isEmpty)
        let id = try await world.guest.postID(matching: old.description)
        let copy = try Self.copy(of: [leia, han], in: world)
        for repository in [world.repository, copy] as [any Repository] {
            let comments = try repository.read { try $0.comments(on: id, after: nil, limit: 10) }
            #expect(comments.map(\.text) == ["another reply"])
        }
        try await world.post(by: leia, "next")
    }

    /// Checks that signed posts move in several transactions, and that the repair can continue after
    /// a process was killed between two of them.
    @Test(arguments: Storage.allCases)
    func signedItemsMoveInSteps(storage: Storage) async throws {
        struct Killed: Error {}
        let world = try TestWorld(storage)
        let (leia, han) = (try await world.user("leia"), try await world.user("han"))
        world.clock.advance(by: Stage.lead)
        let first = try await world.post(by: leia, "post 1").id
        for index in 2...30 { try await world.post(by: leia, "post \(index)") }
        let last = try await world.post(by: leia, "post 31").id
        for post in [first, last] {
            _ = try await world.session(leia).comment(on: post, "own")
        }
        world.clock.advance(by: -Stage.lead - 31)
        for post in [first, last] { _ = try await world.session(han).like(post) }
        world.clock.advance(by: 60)
        let limit = world.clock.environment.newestAllowed
        func captions(of repository: any Repository, above id: PushID = .min) throws -> [String] {
            try repository.read { reader in
                let range = PostRange(before: Post.ID(.max), after: Post.ID(id), limit: 1000)
                return try reader.postIDs(by: leia, in: range)
                    .compactMap { try reader.post($0, for: nil)?.caption }
            }
        }

        #expect(throws: Killed.self) {
            try world.owner.engine.signFutureRecordsAgain(
                of: leia,
                newerThan: limit,
                inStepsOf: 20
            ) { throw Killed() }
        }
        #expect(try captions(of: world.repository, above: limit).count == 11)
        #expect(try world.repository.read { try $0.newestStamp(of: leia) } > limit)
        #expect(try world.audit().isEmpty)
        await #expect(throws: TimelineError.self) { try await world.post(by: leia) }
        _ = try await world.owner.examine(repairing: true)
        #expect(try await world.owner.examine().isEmpty)

        let expected = (1...31).reversed().map { "post \($0)" }
        let copy = try Self.copy(of: [leia, han], in: world)
        for repository in [world.repository, copy] as [any Repository] {
            #expect(try captions(of: repository) == expected)
            for old in [first, last] {
                let id = try await world.guest.postID(matching: old.description)
                let (post, comments) = try repository.read { reader in
                    (
                        try reader.post(id, for: nil),
                        try reader.comments(on: id, after: nil, limit: 10).map(\.text)
                    )
                }
                #expect(post?.likeCount == 1)
                #expect(comments == ["own"])
            }
        }
        try await world.post(by: leia, "next")
    }

    /// Checks that no step signs a reply to a post that only a later step moves, and that an edited
    /// post stays before later posts.
    @Test(arguments: Storage.allCases)
    func anEditedPostMovesBeforeItsReplies(storage: Storage) async throws {
        struct Killed: Error {}
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        world.clock.advance(by: Stage.lead)
        let old = try await world.post(by: leia, "ahead").id
        _ = try await world.session(leia).comment(on: old, "own")
        _ = try await world.session(leia).like(old)
        let later = try await world.post(by: leia, "later").id
        try await world.session(leia).edit(old, caption: "edited")
        world.clock.advance(by: -Stage.lead)

        #expect(throws: Killed.self) {
            try world.owner.engine.signFutureRecordsAgain(
                of: leia,
                newerThan: world.clock.environment.newestAllowed,
                inStepsOf: 1
            ) { throw Killed() }
        }
        let id = try await world.guest.postID(matching: old.description)
        #expect(id != old)
        let replies = try world.repository.read { try $0.replies(to: id.recordID) }
        #expect(Set(replies.map(\.body.content.kind)) == [.commentAdded, .liked])
        #expect(try world.repository.read { try $0.replies(to: old.recordID) }.isEmpty)

        _ = try await world.owner.examine(repairing: true)
        let last = try await world.guest.postID(matching: later.description)
        #expect(last != later && id.pushID < last.pushID)
    }

    @Test(arguments: Storage.allCases)
    func commentsOfOneMillisecondStayInOrder(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han) = (try await world.user("leia"), try await world.user("han"))
        world.clock.advance(by: Stage.lead)
        let old = try await world.post(by: leia, "ahead").id
        world.clock.advance(by: -Stage.lead)
        let texts = (1...6).map { "comment \($0)" }
        for text in texts { _ = try await world.session(han).comment(on: old, text) }
        world.clock.advance(by: 60)

        _ = try await world.owner.examine(repairing: true)
        let id = try await world.guest.postID(matching: old.description)
        #expect(try await world.guest.comments(on: id).map(\.text) == texts)
    }

    @Test(arguments: Storage.allCases)
    func oldIDsAreAliases(storage: Storage) async throws {
        let stage = try await Stage(storage).repaired()
        let guest = stage.world.guest
        let leia = stage.world.session(stage.leia)
        let old = stage.post.id
        let id = try await guest.postID(matching: old.shortID)
        #expect(try await guest.post(old).id == id)
        #expect(try await guest.cursor(matching: old.description) == id)
        #expect(try await guest.cursor(matching: old.shortID) == id)
        guard case .comment(let comment) = try await guest.item(matching: stage.comment.id.shortID)
        else {
            Issue.record("no comment")
            return
        }
        #expect(comment != stage.comment.id)
        // Changes that refer to the old ID are applied to the post, but no second post appears.
        var make = ChangeMaker()
        let world = stage.world
        try world.repository.apply([make.change(stage.han, .unliked(old))])
        let content = Post.Content(caption: "ahead #falcon", photos: stage.post.photos)
        try world.repository.apply([
            Change(stamp: old.pushID, author: stage.leia, action: .postAdded(content))
        ])
        #expect(try await guest.page(of: .everyone).posts.count == 2)
        try await world.post(by: stage.leia)
        try await leia.delete(id)
        await #expect(throws: TimelineError.self) { try await guest.post(old) }
        #expect(try world.audit().isEmpty)
    }

    /// Checks that the repair shortens han's read interval, which extends into the future.
    ///
    /// Otherwise, new posts would be treated as read.
    @Test(arguments: Storage.allCases)
    func readPositionsEndAtThePresent(storage: Storage) async throws {
        let stage = try await Stage(storage).repaired()
        try await stage.world.post(by: stage.leia, "unread")
        let new = try await stage.world.session(stage.han).newPosts().posts.map(\.caption)
        #expect(new.first == "unread")
    }

    @Test func allRepositoriesMoveAlike() async throws {
        var answers: [SocialAnswers] = []
        for storage in Storage.allCases {
            let repository = try storage.makeRepository()
            var make = ChangeMaker()
            let script = ChangeScript(seed: 11, count: 400).changes
            try repository.apply(script)
            let author = script[0].author
            let ahead = TestEnvironment(seed: 3)
            ahead.advance(by: 200)
            try repository.moveToPresent(
                of: author,
                newerThan: PushID(
                    milliseconds: UInt64(ahead.now.timeIntervalSince1970 * 1000),
                    random: (0, 0)
                ),
                ahead.environment
            )
            _ = make.stamp()
            var subjects = SocialAnswers.Subjects(of: script)
            subjects.viewers = Array(subjects.users.prefix(3))
            answers.append(try SocialAnswers(repository, about: subjects))
            #expect(try repository.integrityFaults().isEmpty)
        }
        for other in answers.dropFirst() { #expect(answers[0].difference(from: other) == nil) }
    }
}
