import Testing
import TimelineCore
import TimelineTestSupport

@Suite("What posts are found by is checked and mended")
struct FoundAuditTests {
    @Test(arguments: [
        "UPDATE word SET count = 9", "DELETE FROM word", "DELETE FROM post_tag",
        "UPDATE tag SET post_count = 9", "DELETE FROM mention",
        "INSERT INTO text_words (text_words) VALUES ('delete-all')",
        "INSERT INTO post_tag SELECT 'no', id, x'' FROM post",
        "INSERT INTO text_words (rowid, words) VALUES (5, 'stray')",
    ])
    func damageIsFoundAndMended(damage: String) throws {
        let file = try TemporaryFolder.makeFile()
        let repository = try Storage.open(file)
        let script = ChangeScript(seed: 5, count: 400).changes
        try repository.apply(script)
        var subjects = SocialAnswers.Subjects(of: script)
        subjects.viewers = []
        let before = try SocialAnswers(repository, about: subjects)
        try RawStore(file).execute(damage)
        #expect(try !repository.audit(repairing: false).isEmpty)
        #expect(try !repository.audit(repairing: true).isEmpty)
        #expect(try repository.audit(repairing: false).isEmpty)
        let after = try SocialAnswers(repository, about: subjects)
        #expect(before.difference(from: after) == nil)
    }
}
