import Foundation
import Testing
import TimelineCore
import TimelineSQLite
import TimelineTestSupport
import TimelineTesting

@Suite("A repair works in bounded transactions")
struct BoundedRepairTests {
    private static let damage = [
        "UPDATE user SET post_count = 77", "UPDATE post SET like_count = 7700",
        "UPDATE word SET count = 9", "DELETE FROM tag", "DELETE FROM mention",
        "INSERT INTO post_tag SELECT 'no', id, x'' FROM post",
        """
        CREATE TABLE kept AS SELECT doc, group_concat(term, ' ') AS words FROM text_vocabulary
            WHERE doc % 3 = 0 GROUP BY doc;
        INSERT INTO text_words (text_words, rowid, words) SELECT 'delete', doc, words FROM kept;
        DROP TABLE kept;
        INSERT INTO text_words (rowid, words) VALUES (5, 'stray');
        """,
        "UPDATE post_place SET min_week = min_week - 1",
    ]

    @Test(arguments: [1, 2, 3])
    func aRepairSucceedsWhileOthersWriteBetweenItsTransactions(seed: UInt64) throws {
        let file = try TemporaryFolder.makeFile()
        let repository = try SQLiteRepository(file: file)
        let other = try Storage.open(file)
        let script = ChangeScript(seed: seed, count: 4500).changes
        try repository.apply(Array(script.prefix(3500)))
        for damage in Self.damage { try RawStore(file).execute(damage) }

        func wrongCounts() throws -> Int {
            try RawStore(file).number("SELECT count(*) FROM post WHERE like_count > 7000") ?? 0
        }
        func wrongRepairs() throws -> Int? {
            try RawStore(file)
                .number(
                    """
                    SELECT count(*) FROM post AS t WHERE like_count < 7000
                        AND like_count <> (SELECT count(*) FROM post_like WHERE post = t.id AND is_set)
                    """
                )
        }
        var wrong = try wrongCounts()
        #expect(wrong > 300)
        var rest = script.dropFirst(3500)
        var steps = 0
        let mismatches = try repository.audit(repairing: true) {
            steps += 1
            // Each transaction repairs at most 250 rows.
            let now = try wrongCounts()
            #expect(wrong - now <= 250)
            // Each repaired count is recounted within its transaction instead of being taken from
            // the audit.
            #expect(try wrongRepairs() == 0)
            // Another connection can commit, because the repair has no open transaction.
            try other.apply(Array(rest.prefix(10)))
            rest = rest.dropFirst(10)
            wrong = try wrongCounts()
        }
        #expect(!mismatches.isEmpty)
        #expect(wrong == 0)
        #expect(steps > Self.damage.count)
        try other.apply(Array(rest))

        #expect(try repository.audit(repairing: false).isEmpty)
        let oracle = InMemoryRepository()
        try oracle.apply(script)
        let subjects = SocialAnswers.Subjects(of: script)
        let answers = try SocialAnswers(repository, about: subjects)
        #expect(try SocialAnswers(oracle, about: subjects).difference(from: answers) == nil)
    }

    /// Checks that items from the future move in several transactions, and that the repair can
    /// continue after a process was killed between two of them.
    @Test func itemsMoveToThePresentInSteps() throws {
        struct Killed: Error {}
        let file = try TemporaryFolder.makeFile()
        let repository = try SQLiteRepository(file: file)
        let other = try Storage.open(file)
        var make = ChangeMaker()
        let leia = try make.user(.leia, "leia")
        // An imported comment may be older than its post.
        let early = make.stamp()
        make.step = 86_400
        let han = try make.user(.han, "han")
        make.step = 1
        let posts = (1...600).map { make.post(.leia, "word\($0) #tag\($0 % 7) @han") }
        let replies = posts.prefix(50).map { make.comment(.han, on: $0, "reply #tag1") }
        let own = posts.suffix(60).map { make.comment(.leia, on: $0, "own #tag2 @han") }
        let imported = Change(
            stamp: early,
            author: .leia,
            action: .commentAdded(posts[0].post, text: "old #tag3")
        )
        try repository.apply([leia, han] + posts + replies + own + [imported])
        let clock = TestEnvironment(now: TestEnvironment.start + 60)
        let limit = PushID(
            milliseconds: UInt64(clock.now.timeIntervalSince1970) * 1000 + 300_000,
            random: (0, 0)
        )
        func newestStamp() throws -> PushID {
            try repository.read { try $0.newestStamp(of: .leia) }
        }
        func move(betweenSteps: () throws -> Void) throws -> Int {
            try repository.moveToPresent(
                of: .leia,
                newerThan: limit,
                clock.environment,
                betweenSteps: betweenSteps
            )
        }

        #expect(throws: Killed.self) { _ = try move { throw Killed() } }
        #expect(try RawStore(file).number("SELECT count(*) FROM moved_id") == 250)
        #expect(try newestStamp() > limit)
        #expect(try repository.audit(repairing: false).isEmpty)
        var steps = 0
        let moved = try move {
            steps += 1
            // Another connection can commit, because the repair has no open transaction.
            try other.apply([make.change(.han, .liked(posts[590 + steps].post))])
        }
        #expect(moved == 410 && steps == 2)
        #expect(try newestStamp() < limit)
        #expect(try repository.audit(repairing: false).isEmpty)
        #expect(try repository.auditValues(repairing: false).isEmpty)
        let captions = try repository.read { reader in
            try reader.postIDs(by: .leia, in: PostRange(before: Post.ID(.max), limit: 1000))
                .map { try reader.post($0, for: nil)?.caption }
        }
        let expected = (1...600).map { "word\($0) #tag\($0 % 7) @han" }
        #expect(captions.reversed() == expected)
    }
}
