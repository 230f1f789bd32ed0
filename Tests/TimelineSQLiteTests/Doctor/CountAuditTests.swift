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

    @Test(arguments: [1, 3, 50])
    func anAuditInPartsFindsEveryWrongCountOnce(limit: Int) throws {
        let file = try TemporaryFolder.makeFile()
        let repository = try Storage.open(file)
        try repository.apply(ChangeScript(seed: 5, count: 600).changes)
        try RawStore(file)
            .execute("UPDATE user SET post_count = 77; UPDATE post SET like_count = 77")

        let whole = try repository.audit(repairing: false)
        #expect(whole.count > 20)
        let parts = try Page.all {
            try repository.audit(after: $0, limit: limit, repairing: false)
        }
        #expect(Set(parts) == Set(whole))
        #expect(parts.count == whole.count)
    }

    @Test("A wrong precedence of usernames is reported and repaired")
    func precedence() throws {
        let file = try TemporaryFolder.makeFile()
        let repository = try Storage.open(file)
        var make = ChangeMaker()
        try repository.apply([try make.user(.leia, "falcon"), try make.user(.han, "falcon")])
        try RawStore(file)
            .execute("UPDATE user SET username_precedence = x'00' WHERE shown_name <> 'falcon'")
        let mismatches = try repository.auditValues(repairing: true)
        #expect(mismatches.map(\.stored) == ["00"])
        #expect(try repository.auditValues(repairing: false).isEmpty)
        #expect(try repository.read { try $0.user(withUsername: "falcon") }?.id == .leia)
    }
}
