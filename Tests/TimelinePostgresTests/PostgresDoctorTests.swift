#if Cluster
import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelinePostgres
@testable import TimelineSQL

@Suite(
    "The doctor of a store in PostgreSQL",
    .serialized,
    .enabled(if: TestServer.address != nil, TestServer.advice)
)
struct PostgresDoctorTests {
    private let server: TestServer
    private let repository: PostgresRepository

    init() throws {
        server = try TestServer()
        repository = try server.makeRepository()
    }

    /// The records of a random script, some of which wait for others that are missing.
    private static func script(seed: UInt64) throws -> [VerifiedRecord] {
        try RecordScript(seed: seed, count: 400, revokesKeys: false).disordered().enumerated()
            .filter { $0.offset % 17 != 3 }.map(\.element)
    }

    private func apply(_ records: [VerifiedRecord]) throws {
        try repository.apply(ValidatedBatch(unchecked: records.certified))
        while try repository.purgeDeletedAccounts(limit: 100) != nil {}
    }

    /// Runs statements as a program without the rules of the engine does.
    private func execute(_ statements: String) throws {
        try repository.pool.use { try $0.execute(statements) }
    }

    private func number(_ sql: String) throws -> Int? {
        try repository.snapshot { try Statement(sql, in: $0).first { $0.int(0) } }
    }

    private func expectEquality(with records: [VerifiedRecord]) throws {
        let oracle = InMemoryRepository()
        try oracle.apply(ValidatedBatch(unchecked: records.certified))
        let subjects = SocialAnswers.Subjects(of: records)
        let answers = try SocialAnswers(repository, about: subjects)
        let difference = try answers.difference(from: SocialAnswers(oracle, about: subjects))
        #expect(difference == nil)
    }

    @Test("Random stores equal a whole projection, row by row", arguments: 0..<4 as Range<UInt64>)
    func healthy(seed: UInt64) throws {
        defer { server.removeStores() }
        try apply(Self.script(seed: seed))
        #expect(try number("SELECT count(*) FROM waiting_record") ?? 0 > 0)
        #expect(try repository.audit(repairing: false) == [])
        #expect(try repository.integrityFaults() == [])
    }

    @Test(
        "Each kind of damage of a derived table is found and repaired",
        arguments: DerivedTable.all.map(\.name) + ["text_word", "post_cell"]
    )
    func damage(table: String) throws {
        defer { server.removeStores() }
        let script = try Self.script(seed: 5)
        try apply(script)
        #expect(try repository.audit(repairing: false) == [])
        let damages = try repository.pool.use { connection in
            try connection.transaction { try TableDamage.all(of: table, in: connection) }
        }
        var strikes = 0
        for damage in damages where try repository.pool.use({ try damage.strike($0) }) {
            strikes += 1
            let findings = try repository.audit(repairing: true, verifying: false) {}
            #expect(!findings.isEmpty, "\(damage.statement)")
            #expect(findings.allSatisfy { $0.isRepairable }, "\(damage.statement): \(findings)")
        }
        #expect(strikes >= min(4, damages.count), "\(strikes) of \(damages.count)")
        #expect(try repository.audit(repairing: false) == [])
        // A row that was deleted has lost the stamps of records that are no longer held.
        if table == "user" { try apply(script) }
        try expectEquality(with: script)
    }

    @Test("Counts in parts are complete, and repaired with their parts")
    func parts() throws {
        defer { server.removeStores() }
        let script = try Self.script(seed: 6)
        try apply(script)
        try execute(
            """
            INSERT INTO user_part SELECT id, 2, 3, -4 FROM user WHERE username IS NOT NULL;
            UPDATE user SET post_count = post_count - 2, follower_count = follower_count - 3,
                following_count = following_count + 4 WHERE username IS NOT NULL;
            INSERT INTO post_part SELECT id, 5, -6 FROM post;
            UPDATE post SET like_count = like_count - 5, comment_count = comment_count + 6;
            INSERT INTO word_part SELECT text, -count FROM word;
            UPDATE word SET count = 2 * count;
            INSERT INTO tag_part SELECT name, post_count FROM tag;
            DELETE FROM tag
            """
        )
        #expect(try repository.audit(repairing: false) == [])
        try execute("INSERT INTO word VALUES ('nowhere', -3)")
        let sentence = "The word “nowhere” should not be there."
        #expect(try repository.audit(repairing: true) == [.projectionWrong(sentence)])
        #expect(try repository.audit(repairing: false) == [])
        try execute(
            """
            UPDATE user_part SET post_count = 9;
            UPDATE post_part SET like_count = 1;
            UPDATE word_part SET count = count - 7;
            UPDATE tag_part SET post_count = -1
            """
        )
        let findings = try repository.audit(repairing: true)
        #expect(findings.count > 20)
        #expect(findings.allSatisfy { $0.isRepairable })
        #expect(try repository.audit(repairing: false) == [])
        try repository.addUp()
        #expect(try repository.audit(repairing: false) == [])
        try expectEquality(with: script)
    }

    @Test("A repair succeeds while others write between its transactions")
    func writers() throws {
        defer { server.removeStores() }
        let script = try RecordScript(seed: 7, count: 500, revokesKeys: false).disordered()
        try apply(Array(script.prefix(350)))
        let other = try server.openAgain(repository)
        try execute(
            """
            UPDATE user SET post_count = 77;
            UPDATE word SET count = 9;
            DELETE FROM tag;
            DELETE FROM mention;
            DELETE FROM post WHERE get_byte(sha256(id), 0) % 3 = 0;
            UPDATE comment SET text = 'damaged';
            UPDATE post_like SET arrival = 99;
            DELETE FROM text_word WHERE get_byte(sha256(id), 0) % 2 = 0;
            INSERT INTO text_word SELECT 'stray', id, FALSE FROM post;
            UPDATE post_cell SET cell = 5
            """
        )
        var rest = script.dropFirst(350)
        var steps = 0
        let findings = try repository.audit(repairing: true) {
            steps += 1
            try other.apply(ValidatedBatch(unchecked: Array(rest.prefix(10))))
            rest = rest.dropFirst(10)
        }
        #expect(findings.count > 30 && steps > 5)
        try apply(Array(rest))
        #expect(try repository.audit(repairing: false) == [])
    }

    @Test(
        "A damaged record is set aside until an intact copy arrives",
        arguments: [
            "body = set_byte(body, 50, 1 + get_byte(body, 50) % 9)", "signature = sha512(x'')",
        ]
    )
    func record(damage: String) throws {
        defer { server.removeStores() }
        var make = RecordMaker()
        let posts = try [make.post(.leia, "red sun"), make.post(.leia, "green moon")]
        let records = try [make.user(.leia, "leia")] + posts
        try apply(records)
        try execute("UPDATE record SET \(damage) WHERE id = x'\(posts[0].id)'")
        let findings = try repository.audit(repairing: true)
        #expect(findings.first.map { $0.isOfRecord && !$0.isRepairable } == true, "\(findings)")
        #expect(try repository.audit(repairing: false) == findings.filter(\.isOfRecord))
        #expect(try number("SELECT count(*) FROM damaged_record") == 1)
        #expect(try number("SELECT count(*) FROM post") == 1)
        try apply(posts)
        #expect(try repository.audit(repairing: false) == [])
        try expectEquality(with: records)
    }

    @Test(
        "A record in a wrong place of the table is found and repaired",
        arguments: ["stamp", "author", "register", "arrival", "kind"]
    )
    func column(name: String) throws {
        defer { server.removeStores() }
        var make = RecordMaker()
        let post = try make.post(.leia, "red sun")
        let records = [try make.user(.leia, "leia"), post]
        try apply(records)
        let value = ["arrival": "arrival + 1000", "kind": "6"][name] ?? "set_byte(\(name), 1, 99)"
        try execute("UPDATE record SET \(name) = \(value) WHERE id = x'\(post.id)'")
        let sentence = "The table of records lists the record \(post.id) in a wrong place."
        #expect(try repository.audit(repairing: true).contains(.projectionWrong(sentence)))
        #expect(try repository.audit(repairing: false) == [])
        try expectEquality(with: records)
    }

    @Test(
        "Counters that are behind the records, or ahead of the clock, are repaired",
        arguments: [
            "DELETE FROM batch", "UPDATE clock SET base = base - 1000000;\nDELETE FROM batch",
            "UPDATE batch SET newest = x'ffffffffffffffffffffffffffffff'",
            "UPDATE user SET newest_stamp = x'000000000000000000000000000000';\nDELETE FROM batch",
        ]
    )
    func counters(damage: String) throws {
        defer { server.removeStores() }
        var make = RecordMaker()
        let records = try [make.user(.leia, "leia"), make.post(.leia, "red sun")]
        try apply(records)
        try execute(damage)
        let allowed = PushID(milliseconds: records[1].stamp.milliseconds + 1000, bits: (0, 0))
        func audit(repairing isRepairing: Bool) throws -> [HealthFinding] {
            try repository.audit(
                repairing: isRepairing,
                verifying: true,
                newestAllowed: allowed
            )
        }
        let wrong = HealthFinding.projectionWrong(DoctorFindingText.wrongClock)
        #expect(try audit(repairing: true).contains(wrong))
        #expect(try audit(repairing: false) == [])
        let highest = try number("SELECT max(row) >> 20 FROM record") ?? 0
        let epoch = try repository.read { reader, _ in try reader.epoch() }
        #expect(epoch >= highest)
        let later = try make.post(.leia, "blue sky")
        try apply([later])
        #expect(try number("SELECT arrival FROM record WHERE id = x'\(later.id)'") ?? 0 > epoch)
        let newest = try repository.snapshot { try SharedTables(connection: $0).newestStamp() }
        #expect(newest == later.stamp)
        try expectEquality(with: records + [later])
    }

    @Test(
        "Missing tables, columns and indexes are found, and repaired if they follow from others",
        arguments: [
            ("DROP INDEX post_author", "The index post_author is missing.", true),
            (
                "DROP INDEX post_author;\nCREATE INDEX post_author ON post (author)",
                "The index post_author is not that of this program.", true
            ), ("DROP TABLE mention", "The table mention is missing.", true),
            ("DROP TABLE text_word", "The table text_word is missing.", true),
            ("DROP TABLE user_part", "The table user_part is missing.", true),
            (
                "INSERT INTO rejection_count VALUES (x'', 1, 1)",
                "The numbers of rejected records are wrong.", true
            ), ("DROP TABLE rejection", "the table rejection is missing", false),
            ("ALTER TABLE post DROP COLUMN caption", "the column post.caption is missing", false),
            (
                "ALTER TABLE account ALTER COLUMN password_hash DROP NOT NULL",
                "the column account.password_hash is not that of this program", false
            ),
        ]
    )
    func structure(damage: String, fault: String, isRepairable: Bool) throws {
        defer { server.removeStores() }
        var make = RecordMaker()
        let records = [
            try make.user(.leia, "leia"), try make.post(.leia, "red #sun of @leia"),
        ]
        try apply(records)
        try execute(damage)
        let finding = isRepairable ? HealthFinding.projectionWrong(fault) : .storageDamaged(fault)
        #expect(try repository.integrityFaults() == [finding])
        _ = try repository.integrityFaults(repairing: true, verifying: true)
        guard isRepairable else {
            #expect(try repository.integrityFaults().count == 1)
            return
        }
        #expect(try repository.integrityFaults() == [])
        _ = try repository.audit(repairing: true)
        #expect(try repository.audit(repairing: false) == [])
        try expectEquality(with: records)
    }

    @Test("Statements that change tables take any time, and others do not")
    func slowStatements() throws {
        defer { server.removeStores() }
        let patience = PostgresRepository.Patience(write: 0, answer: .milliseconds(300))
        let hasty = try server.makeRepository(patience: patience)
        try hasty.pool.use { connection in
            func timeout() throws -> String? {
                try Statement("SHOW statement_timeout", in: connection).first { $0.text(0) }
            }
            let usual = try timeout()
            try connection.withoutTimeLimits {
                #expect(try timeout() == "0")
                try connection.execute("SELECT pg_sleep(0.6)")
            }
            #expect(try timeout() == usual && usual == "1min")
            #expect(throws: PostgresError.self) { try connection.execute("SELECT pg_sleep(0.6)") }
        }
        try hasty.pool.use { try $0.execute("DROP INDEX post_author") }
        let table = try "\(server.schema(of: hasty)).post"
        let findings = try TestServer.locking(table, for: 1) {
            try hasty.integrityFaults(repairing: true, verifying: true)
        }
        #expect(findings == [.projectionWrong("The index post_author is missing.")])
    }

    @Test("A repair that fails reports the reason")
    func failedRepair() throws {
        defer { server.removeStores() }
        try execute("DROP INDEX post_author;\nCREATE VIEW post_author AS SELECT 1")
        let error = #expect(throws: TimelineError.self) {
            try repository.integrityFaults(repairing: true, verifying: true)
        }
        guard case .storageFailed(let failure) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.reason.contains("\"post_author\" is not an index"))
    }

    @Test("A server that refuses something, or is gone, is not taken for damage")
    func refusals() async throws {
        defer { server.removeStores() }
        let owner = try TestWorld(repository: repository, blobs: InMemoryBlobStore()).owner
        try execute("DROP INDEX post_author;\nCREATE VIEW post_author AS SELECT 1")
        await #expect(throws: TimelineError.self) { try await owner.examine(repairing: true) }
        try execute("DROP VIEW post_author;\nDROP TABLE rejection")
        #expect(try await owner.examine().contains { $0.isOfStorage })
        repository.close()
        await #expect(throws: TimelineError.self) { try await owner.examine() }
    }

    @Test("What a newer version has added is not wrong")
    func newerTables() throws {
        defer { server.removeStores() }
        try execute(
            """
            ALTER TABLE account ADD COLUMN motto TEXT;
            CREATE TABLE account_count (count BIGINT NOT NULL);
            CREATE INDEX account_motto ON account (motto)
            """
        )
        #expect(try repository.integrityFaults() == [])
    }
}
#endif
