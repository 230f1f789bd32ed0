import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("A file that is opened again")
struct ReopeningTests {
    @Test func containsAppliedChanges() throws {
        let file = try TemporaryFolder.makeFile()
        var make = ChangeMaker()
        let changes = [try make.user(.leia, "leia"), make.post(.leia, "kept")]
        let first = try Storage.open(file)
        try first.apply(changes)
        let second = try Storage.open(file)
        let answers = try SocialAnswers(second, about: .init(of: changes))
        #expect(answers.difference(from: try .init(first, about: .init(of: changes))) == nil)
        #expect(try second.read { try $0.post(changes[1].post, for: nil)?.caption } == "kept")
    }

    @Test func containsPendingChanges() throws {
        let file = try TemporaryFolder.makeFile()
        var make = ChangeMaker()
        let leia = try make.user(.leia, "leia")
        let post = make.post(.leia, "late")
        try Storage.open(file).apply([post])
        let again = try Storage.open(file)
        try again.apply([leia])
        #expect(try again.read { try $0.post(post.post, for: nil)?.caption } == "late")
    }
}
