import Foundation
import Testing
import TimelineCore
import TimelineSQL
import TimelineSQLite
import TimelineTestSupport
import TimelineTesting

@Suite("A repair works in bounded transactions")
struct RepairTests {
    private static let damage = [
        "UPDATE user SET post_count = 77", "UPDATE post SET like_count = 7700",
        "UPDATE word SET count = 9", "DELETE FROM tag", "DELETE FROM mention",
        "DELETE FROM post WHERE rowid % 3 = 0", "UPDATE comment SET text = 'damaged'",
        "DELETE FROM follow", "UPDATE post_like SET arrival = 99",
        "INSERT INTO post_tag SELECT 'no', id, x'' FROM post",
        """
        CREATE TABLE kept AS SELECT doc, group_concat(term, ' ') AS words FROM text_vocabulary
            WHERE doc % 3 = 0 GROUP BY doc;
        INSERT INTO text_words (text_words, rowid, words) SELECT 'delete', doc, words FROM kept;
        DROP TABLE kept;
        INSERT INTO text_words (rowid, words) VALUES (5, 'stray');
        """,
        "UPDATE post_place SET min_week = min_week - 1",
        "UPDATE post SET place_id = place_id / 2 WHERE place_id IS NOT NULL",
    ]

    @Test(arguments: [1, 2, 3])
    func aRepairSucceedsWhileOthersWriteBetweenItsTransactions(seed: UInt64) throws {
        let file = try TemporaryFolder.makeFile()
        let repository = try SQLiteRepository(file: file)
        let other = try SQLiteRepository(file: file)
        let script = try RecordScript(seed: seed, count: 1000, revokesKeys: false).disordered()
        try repository.apply(ValidatedBatch(unchecked: Array(script.prefix(700))))
        let store = try RawStore(file)
        for damage in Self.damage {
            try store.execute(damage.replacing("rowid % 3", with: "unicode(hex(id)) % 3"))
        }
        var rest = script.dropFirst(700)
        var steps = 0
        let findings = try repository.audit(repairing: true) {
            steps += 1
            // Another connection can commit, because the repair has no open transaction.
            try other.apply(ValidatedBatch(unchecked: Array(rest.prefix(10))))
            rest = rest.dropFirst(10)
        }
        #expect(findings.count > 30)
        #expect(steps >= Self.damage.count)
        try other.apply(ValidatedBatch(unchecked: Array(rest)))
        #expect(try repository.audit(repairing: false) == [])

        // Without revoked keys, a store holds the same records whatever arrives first.
        let undamaged = try TemporaryFolder.makeFile()
        let oracle = try SQLiteRepository(file: undamaged)
        try oracle.apply(ValidatedBatch(unchecked: script))
        #expect(try counts(store) == counts(RawStore(undamaged)))
    }

    /// The numbers of items and words, which do not depend on when they arrived.
    private func counts(_ store: RawStore) throws -> [Int?] {
        try [
            "post", "comment", "post_like", "follow", "photo", "post_tag", "mention", "tag", "word",
        ]
        .map { try store.number("SELECT count(*) FROM \($0)") }
            + [store.number("SELECT sum(count) FROM word")]
    }

    @Test("What a repair cannot correct is reported, and everything else is repaired")
    func failure() throws {
        let file = try TemporaryFolder.makeFile()
        let repository = try SQLiteRepository(file: file)
        var make = RecordMaker()
        let posts = try ["red", "green", "blue"].map { try make.post(.leia, $0) }
        try repository.apply([try make.user(.leia, "leia")] + posts)
        let store = try RawStore(file)
        try store.execute(
            """
            CREATE TRIGGER poison BEFORE INSERT ON post WHEN new.caption = 'green' BEGIN
                SELECT raise(ABORT, 'poison');
            END;
            PRAGMA foreign_keys = OFF; DELETE FROM post;
            """
        )
        let findings = try repository.audit(repairing: true)
        let failure = HealthFinding.repairFailed("The post \(posts[1].post) is missing.")
        #expect(findings.filter { !$0.isRepairable }.contains(failure), "\(findings)")
        #expect(findings.contains(.projectionWrong("The post \(posts[0].post) is missing.")))
        #expect(try store.number("SELECT count(*) FROM post") == 2)
        try store.execute("DROP TRIGGER poison")
        #expect(try repository.audit(repairing: true).allSatisfy { $0.isRepairable })
        #expect(try repository.audit(repairing: false) == [])
    }

    @Test("The findings count the rows that they do not describe")
    func moreRows() throws {
        let file = try TemporaryFolder.makeFile()
        let repository = try SQLiteRepository(file: file)
        try RawStore(file)
            .execute(
                """
                WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 25)
                INSERT INTO tag SELECT 'tag' || n, 1 FROM number
                """
            )
        let findings = try repository.audit(repairing: true)
        #expect(findings.count == 21)
        #expect(
            findings.last == .projectionWrong("5 more rows of the table tag are wrong.", count: 5)
        )
        #expect(try repository.audit(repairing: false) == [])
    }

    @Test("Each finding names the row and both values")
    func names() throws {
        let file = try TemporaryFolder.makeFile()
        let repository = try SQLiteRepository(file: file)
        var make = RecordMaker()
        let post = try make.post(.leia, "red #sun")
        let comment = try make.comment(.han, on: post, "green")
        let like = try make.record(.han, .liked(post.post))
        try repository.apply(
            [try make.user(.leia, "leia"), try make.user(.han, "han"), post, comment, like]
        )
        func expect(_ damage: String, _ sentences: String...) throws {
            try RawStore(file).execute(damage)
            let findings = try repository.audit(repairing: true)
            #expect(Set(findings.map(\.description)) == Set(sentences))
            #expect(try repository.audit(repairing: false) == [])
        }
        let id = post.post
        try expect(
            "UPDATE post SET like_count = 4",
            "The like count of the post \(id) is 4, not 1."
        )
        try expect(
            "UPDATE user SET bio = 'x' WHERE username = 'leia'",
            "The bio of @leia is “x”, not empty."
        )
        try expect(
            "DELETE FROM post_like",
            "The like of the post \(id) by @han is missing."
        )
        try expect(
            "UPDATE post_like SET author = user",
            "The author of the like of the post \(id) by @han is “@han”, not “@leia”."
        )
        try expect(
            "INSERT INTO deleted_post VALUES (zeroblob(15), 0); INSERT INTO tag VALUES ('moon', 1)",
            "The tag #moon should not be there."
        )
        try expect(
            "UPDATE word SET count = 3 WHERE text = 'red'",
            "The number of the word “red” is 3, not 1."
        )
        try expect(
            "INSERT INTO text_words (text_words) VALUES ('delete-all')",
            "The indexed words of the posts since \(first(id.pushID)) are wrong.",
            "The indexed words of the comments since \(first(comment.stamp)) are wrong."
        )
        try expect(
            "UPDATE clock SET newest = zeroblob(15); UPDATE user SET newest_stamp = zeroblob(15)",
            "The counters of the store do not fit its records.",
            "The newest stamp of @leia is “\(PushID.min)”, not “\(try newest(of: .leia, in: repository))”.",
            "The newest stamp of @han is “\(PushID.min)”, not “\(try newest(of: .han, in: repository))”."
        )
    }

    private func newest(of user: User.ID, in repository: SQLiteRepository) throws -> PushID {
        try repository.read { try $0.newestStamp(of: user) }
    }

    /// The first push ID in the row of the index of words that contains an ID.
    private func first(_ id: PushID) -> PushID {
        PushID(milliseconds: id.milliseconds, bits: (UInt16(truncatingIfNeeded: id.high) & ~3, 0))
    }
}
