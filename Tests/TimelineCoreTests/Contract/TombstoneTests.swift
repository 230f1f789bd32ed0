import Testing
import TimelineCore
import TimelineTestSupport

@Suite("Nothing deleted comes back")
struct TombstoneTests {
    @Test(arguments: Storage.allCases)
    func aDeletedPostTakesItsCommentsAndLikesAlong(storage: Storage) throws {
        let repository = try storage.makeRepository()
        var make = ChangeMaker()
        let users = [try make.user(.leia, "leia"), try make.user(.han, "han")]
        let post = make.post(.leia)
        let comment = make.comment(.han, on: post, "nice")
        let like = make.change(.han, .liked(post.post))
        try repository.apply(users + [post, comment, like])
        try repository.apply([make.change(.leia, .postDeleted(post.post))])
        for again in [post, comment, like] { try repository.apply([again]) }

        try repository.read { reader throws in
            #expect(try reader.post(post.post, for: nil) == nil)
            #expect(try reader.comment(comment.comment) == nil)
            #expect(try reader.comments(on: post.post, after: nil, limit: 10).isEmpty)
            #expect(try reader.likers(of: post.post, limit: 10).isEmpty)
            #expect(try reader.referencedBlobs().isEmpty)
            #expect(try reader.profile(of: .leia, for: nil)?.postCount == 0)
        }
    }

    @Test(arguments: Storage.allCases)
    func aDeletionBeforeThePostOrCommentHolds(storage: Storage) throws {
        let repository = try storage.makeRepository()
        var make = ChangeMaker()
        let leia = try make.user(.leia, "leia")
        let gone = make.post(.leia)
        let post = make.post(.leia)
        let comment = make.comment(.leia, on: post, "unsaid")
        let deletions = [
            make.change(.leia, .postDeleted(gone.post)),
            make.change(.leia, .commentDeleted(comment.comment)),
        ]
        try repository.apply(deletions + [leia, gone, post, comment])
        try repository.read { reader throws in
            #expect(try reader.postIDs(in: .init(before: Post.ID(.max), limit: 9)) == [post.post])
            #expect(try reader.comment(comment.comment) == nil)
            #expect(try reader.post(post.post, for: nil)?.commentCount == 0)
        }
    }

    @Test(arguments: Storage.allCases)
    func aUserWhoLeftTakesEverythingAlong(storage: Storage) throws {
        let repository = try storage.makeRepository()
        var make = ChangeMaker()
        let post = make.post(.han, "stays")
        let changes = [
            try make.user(.leia, "leia"), try make.user(.han, "han"), post, make.post(.leia),
            make.comment(.leia, on: post, "bye"), make.change(.leia, .liked(post.post)),
            make.change(.leia, .followed(.han)), make.change(.han, .followed(.leia)),
        ]
        try repository.apply(changes)
        try repository.apply([make.change(.leia, .profileRemoved)])
        try repository.apply(changes)

        try repository.read { reader throws in
            #expect(try reader.user(.leia) == nil)
            #expect(try reader.user(withUsername: "leia") == nil)
            let view = try reader.post(post.post, for: .leia)
            #expect(view?.likeCount == 0)
            #expect(view?.commentCount == 0)
            #expect(view?.likedByViewer == false)
            let han = try reader.profile(of: .han, for: .leia)
            #expect(han?.followerCount == 0)
            #expect(han?.followingCount == 0)
            #expect(try reader.postIDs(in: .init(before: Post.ID(.max), limit: 9)) == [post.post])
        }
        #expect(try repository.audit(repairing: false).isEmpty)
    }

    @Test(arguments: Storage.allCases)
    func aRemovalBeforeTheUserHolds(storage: Storage) throws {
        let repository = try storage.makeRepository()
        var make = ChangeMaker()
        let leia = try make.user(.leia, "leia")
        let post = make.post(.leia)
        let deletion = make.change(.leia, .profileRemoved)
        try repository.apply([post, deletion, leia])
        try repository.apply([post])
        try repository.read { reader throws in
            #expect(try reader.user(.leia) == nil)
            #expect(try reader.post(post.post, for: nil) == nil)
        }
    }

    @Test(arguments: Storage.allCases)
    func oneWhoLeftHasNoTimeline(storage: Storage) throws {
        let repository = try storage.makeRepository()
        var make = ChangeMaker()
        let post = make.post(.han)
        let users = [try make.user(.leia, "leia"), try make.user(.han, "han")]
        try repository.apply(users + [post, make.change(.leia, .followed(.han))])
        let range = PostRange(before: Post.ID(.max), limit: 1)
        func scanned() throws -> [Post.ID]? {
            try repository.read { try $0.scanTimeline(of: .leia, in: range, budget: 1000) }
        }
        #expect(try scanned() == [post.post])
        try repository.apply([make.change(.leia, .profileRemoved)])
        #expect(try scanned() ?? [] == [])
        let sought = try repository.read {
            try $0.seekTimeline(of: .leia, shard: .whole, in: range)
        }
        #expect(sought.isEmpty)
    }
}
