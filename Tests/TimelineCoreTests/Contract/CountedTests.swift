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
}
