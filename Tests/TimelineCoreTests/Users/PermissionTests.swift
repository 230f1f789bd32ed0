import Testing
import TimelineCore
import TimelineTestSupport

@Suite("Who may do what")
struct PermissionTests {
    @Test(arguments: Storage.allCases)
    func onlyTheAuthorEditsOrDeletesAPost(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, _) = try await world.threeUsers()
        let post = try await world.post(by: leia, "mine")
        await #expect(throws: TimelineError.notYours(.editPost)) {
            try await world.engine.edit(post.id, caption: "his", by: han)
        }
        await #expect(throws: TimelineError.notYours(.deletePost)) {
            try await world.engine.delete(post.id, by: han)
        }
        try await world.engine.edit(post.id, caption: "edited", by: leia)
        #expect(try await world.engine.post(post.id, for: nil).caption == "edited")
        try await world.engine.edit(post.id, caption: "", by: leia)
        #expect(try await world.engine.post(post.id, for: nil).caption == "")
        try await world.engine.delete(post.id, by: leia)
        await #expect(throws: TimelineError.postNotFound(post.id.description)) {
            try await world.engine.edit(post.id, caption: "gone", by: leia)
        }
    }

    @Test(arguments: Storage.allCases)
    func aCommentIsDeletedByItsAuthorOrThePosts(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, luke) = try await world.threeUsers()
        let post = try await world.post(by: leia)
        for deleter in [han, leia] {
            let comment = try await world.engine.comment(on: post.id, "han's", by: han)
            await #expect(throws: TimelineError.notYours(.deleteComment)) {
                try await world.engine.delete(comment.id, by: luke)
            }
            try await world.engine.delete(comment.id, by: deleter)
            await #expect(throws: TimelineError.commentNotFound(comment.id.description)) {
                try await world.engine.delete(comment.id, by: deleter)
            }
        }
        #expect(try await world.engine.comments(on: post.id).isEmpty)
    }

    @Test(arguments: Storage.allCases)
    func oneWhoIsNotThereDoesNothing(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let post = try await world.post(by: leia)
        let ghost = User.ID(number: 66)
        let refusal = TimelineError.userNotFound(ghost.description)
        await #expect(throws: refusal) { try await world.engine.like(post.id, by: ghost) }
        await #expect(throws: refusal) { try await world.engine.follow(leia, by: ghost) }
        await #expect(throws: refusal) { try await world.engine.follow(ghost, by: leia) }
        await #expect(throws: refusal) {
            try await world.engine.comment(on: post.id, "boo", by: ghost)
        }
        await #expect(throws: refusal) {
            try await world.engine.updateProfile(ProfileUpdate(bio: .set("boo")), of: ghost)
        }
    }

    @Test(arguments: Storage.allCases)
    func whatIsNotThereIsNotLikedOrCommentedOn(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let missing = Post.ID(.max)
        let refusal = TimelineError.postNotFound(missing.description)
        await #expect(throws: refusal) { try await world.engine.like(missing, by: leia) }
        await #expect(throws: refusal) { try await world.engine.unlike(missing, by: leia) }
        await #expect(throws: refusal) { try await world.engine.likers(of: missing) }
        await #expect(throws: refusal) { try await world.engine.comments(on: missing) }
        await #expect(throws: refusal) {
            try await world.engine.comment(on: missing, "a", by: leia)
        }
        await #expect(throws: refusal) { try await world.engine.postPage(missing, for: leia) }
    }

    @Test(arguments: Storage.allCases)
    func anEmptyOrEndlessCommentIsRefused(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let post = try await world.post(by: leia)
        let cases: [(String, TextFault)] = [
            ("", .empty(.comment)), (" \n\t", .empty(.comment)),
            (String(repeating: "a", count: 2201), .tooLong(.comment, limit: 2200)),
            ("a" + String(repeating: "\u{301}", count: 40_000), .tooLong(.comment, limit: 2200)),
        ]
        for (text, fault) in cases {
            await #expect(throws: TimelineError.invalidText(fault)) {
                try await world.engine.comment(on: post.id, text, by: leia)
            }
        }
        let longest = String(repeating: "é", count: 2200)
        let comment = try await world.engine.comment(on: post.id, longest, by: leia)
        #expect(try await world.engine.comments(on: post.id) == [comment])
    }
}
