import Testing
import TimelineCore
import TimelineTestSupport

@Suite("Law 2: applying a change again changes nothing")
struct IdempotentTests {
    /// One change of every kind, in an order that makes each of them count.
    static func everyKind() throws -> [Change] {
        var make = ChangeMaker()
        let leia = try make.user(.leia, "leia")
        let han = try make.user(.han, "han")
        let luke = try make.user(.luke, "luke")
        let post = make.post(.leia, "first")
        let gone = make.post(.leia, "gone")
        let comment = make.comment(.han, on: post, "yes")
        let unsaid = make.comment(.han, on: post, "no")
        return [
            leia, han, luke, post, gone, comment, unsaid,
            make.change(.leia, .captionEdited(post.post, caption: "edited")),
            make.change(.leia, .postDeleted(gone.post)),
            make.change(.han, .commentDeleted(unsaid.comment)),
            make.change(.han, .liked(post.post)),
            make.change(.luke, .liked(post.post)),
            make.change(.luke, .unliked(post.post)),
            make.change(.han, .followed(.leia)),
            make.change(.leia, .followed(.han)),
            make.change(.leia, .unfollowed(.han)),
            make.change(.luke, .followed(.leia)),
            make.change(.luke, .profileRemoved),
        ]
    }

    @Test(arguments: Storage.allCases)
    func theWholeBatchAgain(storage: Storage) throws {
        let changes = try Self.everyKind()
        let once = try storage.makeRepository()
        try once.apply(changes)
        let twice = try storage.makeRepository()
        try twice.apply(changes)
        try twice.apply(changes)
        let answers = try SocialAnswers(once, about: .init(of: changes))
        #expect(answers.difference(from: try .init(twice, about: .init(of: changes))) == nil)
    }

    @Test(arguments: Storage.allCases)
    func eachChangeTwiceInOneBatch(storage: Storage) throws {
        let changes = try Self.everyKind()
        let once = try storage.makeRepository()
        try once.apply(changes)
        let twice = try storage.makeRepository()
        try twice.apply(changes.flatMap { [$0, $0] })
        let answers = try SocialAnswers(once, about: .init(of: changes))
        #expect(answers.difference(from: try .init(twice, about: .init(of: changes))) == nil)
    }

    @Test(arguments: Storage.allCases)
    func aWaitingChangeTwice(storage: Storage) throws {
        let repository = try storage.makeRepository()
        var make = ChangeMaker()
        let users = [try make.user(.leia, "leia"), try make.user(.han, "han")]
        let post = make.post(.leia)
        let like = make.change(.han, .liked(post.post))
        let comment = make.comment(.han, on: post, "early")
        for _ in 1...2 { try repository.apply([like, comment]) }
        try repository.apply(users + [post])
        let view = try #require(try repository.read { try $0.post(post.post, for: .han) })
        #expect(view.likeCount == 1)
        #expect(view.commentCount == 1)
    }
}
