import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("The audit of search indexes")
struct SearchAuditTests {
    @Test(arguments: [
        "UPDATE word SET count = 9", "DELETE FROM word", "DELETE FROM post_tag",
        "UPDATE tag SET post_count = 9", "DELETE FROM mention",
        "INSERT INTO text_words (text_words) VALUES ('delete-all')",
        "INSERT INTO post_tag SELECT 'no', id, x'' FROM post",
        "INSERT INTO text_words (rowid, words) VALUES (5, 'stray')",
        "UPDATE post_tag SET comment = zeroblob(15) WHERE comment = x''",
        "UPDATE mention SET is_comment = 1 - is_comment",
        "UPDATE post_place SET min_week = min_week - 1", "UPDATE post_place SET max_latitude = 90",
        "UPDATE post_place SET min_longitude = -180", "UPDATE post_place SET post = NULL",
    ])
    func damageIsReportedAndRepaired(damage: String) throws {
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

    @Test(arguments: [
        "UPDATE post_like SET author = author + 1", "UPDATE comment SET post_author = 0",
        "UPDATE mention SET arrival = arrival + 1",
    ])
    func damagedActivityIsReportedAndRepaired(damage: String) throws {
        let file = try TemporaryFolder.makeFile()
        let repository = try Storage.open(file)
        let script = ChangeScript(seed: 5, count: 400).changes
        try repository.apply(script)
        #expect(try repository.auditValues(repairing: false).isEmpty)
        func activity() throws -> [[ActivityEvent]] {
            try repository.read { reader in
                try Set(script.map(\.author)).sorted()
                    .map { try reader.activity(of: $0, after: nil, limit: 100) }
            }
        }
        let before = try activity()
        try RawStore(file).execute(damage)
        #expect(try activity() != before)
        #expect(try repository.auditValues(repairing: true).count == 1)
        #expect(try repository.auditValues(repairing: false).isEmpty)
        #expect(try activity() == before)
    }

    /// Checks a store in which all counts are correct but the words of two texts are swapped.
    @Test func exchangedWordsAreReportedAndRepaired() throws {
        let file = try TemporaryFolder.makeFile()
        let repository = try Storage.open(file)
        var make = ChangeMaker()
        make.step = 10
        let posts = [make.post(.leia, "red sun"), make.post(.leia, "green moon")]
        try repository.apply([try make.user(.leia, "leia")] + posts)
        #expect(try repository.audit(repairing: false).isEmpty)
        try RawStore(file)
            .execute(
                """
                CREATE TABLE kept AS SELECT
                    (SELECT doc FROM text_vocabulary WHERE term = 'red') AS red,
                    (SELECT doc FROM text_vocabulary WHERE term = 'green') AS green;
                INSERT INTO text_words (text_words, rowid, words)
                    SELECT 'delete', red, 'red sun' FROM kept
                    UNION ALL SELECT 'delete', green, 'green moon' FROM kept;
                INSERT INTO text_words (rowid, words)
                    SELECT red, 'green moon' FROM kept UNION ALL SELECT green, 'red sun' FROM kept;
                DROP TABLE kept;
                """
            )
        #expect(try repository.audit(repairing: false).count == 2)
        #expect(try repository.audit(repairing: true).count == 2)
        #expect(try repository.audit(repairing: false).isEmpty)
    }
}
