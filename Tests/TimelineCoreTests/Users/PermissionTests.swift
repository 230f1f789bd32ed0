import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("Permissions")
struct PermissionTests {
    @Test(arguments: Storage.allCases)
    func onlyTheAuthorEditsOrDeletesAPost(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, _) = try await world.threeUsers()
        let post = try await world.post(by: leia, "mine")
        await #expect(throws: TimelineError.notYours(.editPost)) {
            try await world.session(han).edit(post.id, caption: "his")
        }
        await #expect(throws: TimelineError.notYours(.deletePost)) {
            try await world.session(han).delete(post.id)
        }
        try await world.session(leia).edit(post.id, caption: "edited")
        #expect(try await world.guest.post(post.id).caption == "edited")
        try await world.session(leia).edit(post.id, caption: "")
        #expect(try await world.guest.post(post.id).caption == "")
        try await world.session(leia).delete(post.id)
        await #expect(throws: TimelineError.postNotFound(post.id.description)) {
            try await world.session(leia).edit(post.id, caption: "gone")
        }
    }

    @Test(arguments: Storage.allCases)
    func aCommentIsDeletedByItsAuthorOrThePosts(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, luke) = try await world.threeUsers()
        let post = try await world.post(by: leia)
        for deleter in [han, leia] {
            let comment = try await world.session(han).comment(on: post.id, "han's")
            await #expect(throws: TimelineError.notYours(.deleteComment)) {
                try await world.session(luke).delete(comment.id)
            }
            try await world.session(deleter).delete(comment.id)
            await #expect(throws: TimelineError.commentNotFound(comment.id.description)) {
                try await world.session(deleter).delete(comment.id)
            }
        }
        #expect(try await world.guest.comments(on: post.id).isEmpty)
    }

    @Test(arguments: Storage.allCases)
    func unknownUsersAreRejected(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let post = try await world.post(by: leia)
        let ghost = User.ID(number: 66)
        let refusal = TimelineError.userNotFound(ghost.description)
        await #expect(throws: refusal) { try await world.session(ghost).like(post.id) }
        await #expect(throws: refusal) { try await world.session(ghost).follow(leia) }
        await #expect(throws: refusal) { try await world.session(leia).follow(ghost) }
        await #expect(throws: refusal) {
            try await world.session(ghost).comment(on: post.id, "boo")
        }
        await #expect(throws: refusal) {
            try await world.session(ghost).updateProfile(ProfileUpdate(bio: .set("boo")))
        }
    }

    @Test(arguments: Storage.allCases)
    func missingPostsCannotBeLikedOrCommentedOn(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let missing = Post.ID(.max)
        let refusal = TimelineError.postNotFound(missing.description)
        await #expect(throws: refusal) { try await world.session(leia).like(missing) }
        await #expect(throws: refusal) { try await world.session(leia).unlike(missing) }
        await #expect(throws: refusal) { try await world.guest.likers(of: missing) }
        await #expect(throws: refusal) { try await world.guest.comments(on: missing) }
        await #expect(throws: refusal) {
            try await world.session(leia).comment(on: missing, "a")
        }
        await #expect(throws: refusal) { try await world.session(leia).postPage(missing) }
    }

    @Test(arguments: Storage.allCases)
    func emptyAndLongCommentsAreRejected(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let post = try await world.post(by: leia)
        let cases: [(String, TextError)] = [
            ("", .empty(.comment)), (" \n\t", .empty(.comment)),
            (String(repeating: "a", count: 2201), .tooLong(.comment, limit: 2200)),
            ("a" + String(repeating: "\u{301}", count: 40_000), .tooLong(.comment, limit: 2200)),
        ]
        for (text, fault) in cases {
            await #expect(throws: TimelineError.invalidText(fault)) {
                try await world.session(leia).comment(on: post.id, text)
            }
        }
        let longest = String(repeating: "é", count: 2200)
        let comment = try await world.session(leia).comment(on: post.id, longest)
        #expect(try await world.guest.comments(on: post.id) == [comment])
    }

    @Test(
        "White space around a comment is removed, also above the limit",
        arguments: Storage.allCases
    )
    func trimmedComments(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let post = try await world.post(by: leia)
        let space = String(repeating: " \n", count: 2000)
        let comment = try await world.session(leia)
            .comment(on: post.id, space + "two  suns" + space)
        #expect(comment.text == "two  suns")
        #expect(try await world.guest.comments(on: post.id) == [comment])
    }
}
