import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("The audit of counts")
struct CountAuditTests {
    @Test(arguments: [
        "user SET post_count", "user SET follower_count", "user SET following_count",
        "post SET like_count", "post SET comment_count",
    ])
    func wrongCountsAreReportedAndRepaired(column: String) throws {
        let file = try TemporaryFolder.makeFile()
        let repository = try Storage.open(file)
        let changes = try ChangeMaker.everyKind()
        try repository.apply(changes)
        let before = try SocialAnswers(repository, about: .init(of: changes))
        try RawStore(file).execute("UPDATE \(column) = 77")

        let mismatches = try repository.audit(repairing: false)
        #expect(!mismatches.isEmpty)
        #expect(mismatches.allSatisfy { $0.stored == 77 && $0.expected != 77 })
        #expect(try repository.audit(repairing: true) == mismatches)
        #expect(try repository.audit(repairing: false).isEmpty)
        let after = try SocialAnswers(repository, about: .init(of: changes))
        #expect(before.difference(from: after) == nil)
    }
}
