import Testing
import TimelineCore
import TimelineTestSupport

@Suite("Law 5: every count equals a recount")
struct CountedTests {
    @Test(arguments: Storage.allCases)
    func togglesCountOnce(storage: Storage) throws {
        let repository = try storage.makeRepository()
        var make = ChangeMaker()
        let post = make.post(.leia)
        try repository.apply([try make.user(.leia, "leia"), try make.user(.han, "han"), post])
        for isSet in [true, true, false, false, true] {
            try repository.apply([
                make.change(.han, isSet ? .liked(post.post) : .unliked(post.post)),
                make.change(.han, isSet ? .followed(.leia) : .unfollowed(.leia)),
            ])
            try repository.read { reader throws in
                let view = try #require(try reader.post(post.post, for: .han))
                #expect(view.likeCount == (isSet ? 1 : 0))
                #expect(view.likedByViewer == isSet)
                let leia = try #require(try reader.profile(of: .leia, for: .han))
                #expect(leia.followerCount == (isSet ? 1 : 0))
                #expect(leia.followedByViewer == isSet)
                #expect(try reader.followingCount(of: .han) == (isSet ? 1 : 0))
            }
            #expect(try repository.audit(repairing: false).isEmpty)
        }
    }

    @Test(arguments: Storage.allCases)
    func aDeletedCommentIsSubtractedOnce(storage: Storage) throws {
        let repository = try storage.makeRepository()
        var make = ChangeMaker()
        let post = make.post(.leia)
        let comments = [make.comment(.leia, on: post, "a"), make.comment(.leia, on: post, "b")]
        try repository.apply([try make.user(.leia, "leia"), post] + comments)
        let deletion = make.change(.leia, .commentDeleted(comments[0].comment))
        for _ in 1...2 {
            try repository.apply([deletion])
            #expect(try repository.read { try $0.post(post.post, for: nil)?.commentCount } == 1)
        }
    }

    @Test(arguments: [
        "user SET post_count", "user SET follower_count", "user SET following_count",
        "post SET like_count", "post SET comment_count",
    ])
    func anEditedCountIsFoundAndSetRight(column: String) throws {
        let file = try TemporaryFolder.makeFile()
        let repository = try Storage.open(file)
        let changes = try IdempotentTests.everyKind()
        try repository.apply(changes)
        let before = try SocialAnswers(repository, about: .init(of: changes))
        try RawStore(file).execute("UPDATE \(column) = 77")

        let found = try repository.audit(repairing: false)
        #expect(!found.isEmpty)
        #expect(found.allSatisfy { $0.kept == 77 && $0.found != 77 })
        #expect(try repository.audit(repairing: true) == found)
        #expect(try repository.audit(repairing: false).isEmpty)
        let after = try SocialAnswers(repository, about: .init(of: changes))
        #expect(before.difference(from: after) == nil)
    }
}
