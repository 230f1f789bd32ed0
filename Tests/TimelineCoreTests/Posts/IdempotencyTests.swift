import Foundation
import Testing
import TimelineTestDoubles
import TimelineTestSupport
import TimelineTesting

@testable import TimelineCore

@Suite("A request that is repeated with the same key has one effect")
struct IdempotencyTests {
    private static func upload(_ session: UserSession, seed: Int = 1) async throws -> Upload.ID {
        try await session.upload(reading: PhotoSource(TestPhotos.file(seed: seed))).id
    }

    @Test(arguments: Storage.allCases)
    func posts(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let session = world.session(leia)
        let upload = try await Self.upload(session)
        let first = try await session.post(uploads: [upload], caption: "1", idempotencyKey: "a")
        #expect(!first.isRepeated)
        world.clock.advance(by: IdempotencyKey.lifetime - 1)
        // Also after a restart, and although the upload is gone.
        let again = try world.openedAgain().session(leia)
        let second = try await again.post(uploads: [upload], caption: "2", idempotencyKey: "a")
        #expect(second.isRepeated)
        #expect(second.post == first.post)
        #expect(try await session.page(of: .everyone).posts == [first.post])
        // Another key, no key and the same key of another user are other requests.
        for key in ["b", nil] {
            let next = try await Self.upload(session)
            let posted = try await session.post(uploads: [next], caption: "", idempotencyKey: key)
            #expect(!posted.isRepeated)
        }
        let han = world.session(try await world.user("han"))
        let his = try await Self.upload(han)
        #expect(try await !han.post(uploads: [his], caption: "", idempotencyKey: "a").isRepeated)
    }

    @Test("A repeated request uses no other upload", arguments: Storage.allCases)
    func otherUploads(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let session = world.session(try await world.user("leia"))
        let uploads = [try await Self.upload(session), try await Self.upload(session, seed: 2)]
        _ = try await session.post(uploads: [uploads[0]], caption: "", idempotencyKey: "a")
        _ = try await session.post(uploads: [uploads[1]], caption: "", idempotencyKey: "a")
        #expect(try await session.upload(uploads[1]).id == uploads[1])
    }

    @Test("A key counts for a day, and its value is deleted", arguments: Storage.allCases)
    func lifetime(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let session = world.session(try await world.user("leia"))
        let uploads = [try await Self.upload(session), try await Self.upload(session, seed: 2)]
        let first = try await session.post(
            uploads: [uploads[0]],
            caption: "",
            idempotencyKey: "a"
        )
        for key in ["b", "c"] {
            _ = try await session.comment(on: first.post.id, text: "hm", idempotencyKey: key)
        }
        #expect(try Self.keyCount(of: world) == 3)
        world.clock.advance(by: IdempotencyKey.lifetime)
        let second = try await session.post(
            uploads: [uploads[1]],
            caption: "",
            idempotencyKey: "a"
        )
        #expect(!second.isRepeated)
        #expect(second.post.id != first.post.id)
        #expect(try Self.keyCount(of: world) == 1)
        try await session.deleteAccount(password: TestWorld.password)
        #expect(try Self.keyCount(of: world) == 0)
    }

    @Test("A key posts anew once its post has been deleted", arguments: Storage.allCases)
    func deletedPost(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let session = world.session(try await world.user("leia"))
        let uploads = [try await Self.upload(session), try await Self.upload(session, seed: 2)]
        let first = try await session.post(
            uploads: [uploads[0]],
            caption: "1",
            idempotencyKey: "a"
        )
        try await session.delete(first.post.id)
        let second = try await session.post(
            uploads: [uploads[1]],
            caption: "2",
            idempotencyKey: "a"
        )
        #expect(!second.isRepeated)
        let third = try await session.post(uploads: [uploads[1]], caption: "3", idempotencyKey: "a")
        #expect(third.isRepeated && third.post == second.post)
    }

    @Test(arguments: Storage.allCases)
    func comments(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, _) = try await world.threeUsers()
        let post = try await world.post(by: leia)
        let session = world.session(han)
        let first = try await session.comment(on: post.id, text: " Nice \n", idempotencyKey: "a")
        #expect(!first.isRepeated)
        #expect(first.comment.text == "Nice" && first.comment.author.id == han)
        let second = try await session.comment(on: post.id, text: "Other", idempotencyKey: "a")
        #expect(second.isRepeated)
        #expect(second.comment == first.comment)
        let third = try await session.comment(on: post.id, text: "Other")
        #expect(!third.isRepeated)
        #expect(try await session.comments(on: post.id) == [first.comment, third.comment])
        // A post with the same key is another request.
        let upload = try await Self.upload(session)
        let posted = try await session.post(uploads: [upload], caption: "", idempotencyKey: "a")
        #expect(!posted.isRepeated)
        try await session.delete(first.comment.id)
        let again = try await session.comment(on: post.id, text: "Nice", idempotencyKey: "a")
        #expect(!again.isRepeated && again.comment.id != first.comment.id)
    }

    @Test("A comment is refused like any other")
    func refusedComments() async throws {
        let world = try TestWorld(.sqliteInMemory)
        let (leia, han, _) = try await world.threeUsers()
        let post = try await world.post(by: leia)
        let session = world.session(han)
        await #expect(throws: TimelineError.invalidText(.empty(.comment))) {
            try await session.comment(on: post.id, text: " ", idempotencyKey: "a")
        }
        await #expect(throws: TimelineError.postNotFound(Post.ID(.max).description)) {
            try await session.comment(on: Post.ID(.max), text: "x", idempotencyKey: "a")
        }
        try await world.session(leia).block(han)
        await #expect(throws: TimelineError.blockedByUser("leia")) {
            try await session.comment(on: post.id, text: "x", idempotencyKey: "a")
        }
        #expect(try Self.keyCount(of: world) == 0)
    }

    @Test("Concurrent duplicates yield one post", arguments: Storage.allCases)
    func concurrentDuplicates(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let upload = try await Self.upload(world.session(leia))
        let worlds = [world, try world.openedAgain()]
        let answers = try await withThrowingTaskGroup(of: (Post.ID, Bool).self) { group in
            for index in 0..<8 {
                group.addTask {
                    let session = worlds[index % 2].session(leia)
                    let posted = try await session.post(
                        uploads: [upload],
                        caption: "",
                        idempotencyKey: "a"
                    )
                    return (posted.post.id, posted.isRepeated)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(answers.map(\.0)).count == 1)
        #expect(answers.count { !$0.1 } == 1)
        #expect(try await world.guest.page(of: .everyone).posts.count == 1)
    }

    private static func keyCount(of world: TestWorld) throws -> Int {
        try world.repository.read { _, accounts in
            var count = 0
            try accounts.forEachPrivateValue(withPrefix: "account/") { value in
                if value.key.contains("/request/") { count += 1 }
                return true
            }
            return count
        }
    }
}
