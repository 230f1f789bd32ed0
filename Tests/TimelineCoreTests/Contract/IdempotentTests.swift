import Testing
import TimelineCore
import TimelineTestSupport

@Suite("Law 2: applying a change again changes nothing")
struct IdempotentTests {
    @Test(arguments: Storage.allCases)
    func theWholeBatchAgain(storage: Storage) throws {
        let changes = try ChangeMaker.everyKind()
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
        let changes = try ChangeMaker.everyKind()
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
