import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("A write that SQLite refuses")
struct RefusedWriteTests {
    /// The tables into which the batch below inserts rows, in order.
    private static let tables = [
        "user", "post", "photo", "post_tag", "tag", "mention", "comment", "post_like", "follow",
        "deleted_post", "record", "signing_key", "word",
    ]

    @Test("rolls back the whole batch, whichever table refuses the row", arguments: tables)
    func atomicity(table: String) throws {
        let file = try TemporaryFolder.makeFile()
        let repository = try Storage.open(file)
        var make = RecordMaker()
        let (leia, old) = (try make.user(.leia, "leia"), try make.post(.leia, "first"))
        try repository.apply([leia, old])
        let post = try make.post(.han, "#new for @leia")
        let batch = try [
            make.record(.leia, .postEdited(old.post, PostEdit(caption: "edited"))),
            make.user(.han, "han"), post, make.comment(.leia, on: post, "yes"),
            make.record(.leia, .liked(post.post)), make.record(.leia, .followed(.han)),
            make.record(.leia, .postDeleted(old.post)), make.record(.luke, .followed(.leia)),
        ]
        let subjects = SocialAnswers.Subjects(of: [leia, old] + batch)
        let before = try SocialAnswers(repository, about: subjects)

        let raw = try RawStore(file)
        try raw.refuseInserts(into: table)
        #expect(throws: TimelineError.self) { try repository.apply(batch) }
        let after = try SocialAnswers(repository, about: subjects)
        #expect(before.difference(from: after) == nil)
        #expect(try repository.read { try $0.newestStamp(of: nil) } == old.stamp)

        try raw.execute("DROP TRIGGER refuse_\(table)")
        try repository.apply(batch)
        #expect(try repository.audit(repairing: false).isEmpty)
        #expect(try repository.read { try $0.post(post.post, for: nil)?.commentCount } == 1)
    }

    @Test func aRefusedSignUpLeavesNothing() async throws {
        let world = try TestWorld(.sqliteFile)
        try RawStore(try #require(world.file)).refuseInserts(into: "account")
        await #expect(throws: TimelineError.self) { try await world.signUp("leia") }
        #expect(try await world.guest.users().isEmpty)
    }

    @Test func aRefusedLikeIsAnError() async throws {
        let world = try TestWorld(.sqliteFile)
        let leia = try await world.user("leia")
        let post = try await world.post(by: leia)
        try RawStore(try #require(world.file)).refuseInserts(into: "post_like")
        await #expect(throws: TimelineError.self) {
            try await world.session(leia).like(post.id)
        }
        #expect(try await world.session(leia).post(post.id).likeCount == 0)
    }

    @Test func theBlobOfARefusedPostIsDeletedAfterTheNextCommit() async throws {
        let world = try TestWorld(.sqliteFile)
        let leia = try await world.user("leia")
        let file = try RawStore(try #require(world.file))
        try file.refuseInserts(into: "photo")
        await #expect(throws: TimelineError.self) {
            try await world.session(leia).post([TestPhotos.file(seed: 1)])
        }
        #expect(try await world.guest.profile(of: leia).postCount == 0)
        #expect(try await world.owner.examine().isEmpty)
        try file.execute("DROP TRIGGER refuse_photo")
        let post = try await world.post(by: leia, seed: 2)
        #expect(try world.blobs.all() == post.photos.map(\.blob))
    }
}
