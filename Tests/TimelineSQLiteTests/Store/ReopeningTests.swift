import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("A file that is opened again")
struct ReopeningTests {
    @Test func containsAppliedRecords() throws {
        let file = try TemporaryFolder.makeFile()
        var make = RecordMaker()
        let records = [try make.user(.leia, "leia"), try make.post(.leia, "kept")]
        let first = try Storage.open(file)
        try first.apply(records)
        let second = try Storage.open(file)
        let subjects = SocialAnswers.Subjects(of: records)
        let answers = try SocialAnswers(second, about: subjects)
        #expect(answers.difference(from: try .init(first, about: subjects)) == nil)
        #expect(try second.read { try $0.post(records[1].post, for: nil)?.caption } == "kept")
    }

    @Test func containsRecordsWithoutAnEffect() throws {
        let file = try TemporaryFolder.makeFile()
        var make = RecordMaker()
        let leia = try make.user(.leia, "leia")
        let post = try make.post(.leia, "late")
        try Storage.open(file).apply([post])
        let again = try Storage.open(file)
        try again.apply([leia])
        #expect(try again.read { try $0.post(post.post, for: nil)?.caption } == "late")
    }
}
