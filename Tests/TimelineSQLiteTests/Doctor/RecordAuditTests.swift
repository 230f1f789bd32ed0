import Foundation
import Testing
import TimelineCore
import TimelineSQLite
import TimelineTestSupport
import TimelineTesting

@Suite("A wrong record is reported, kept out of the projection, and replaced by an intact copy")
struct RecordAuditTests {
    private let file: URL
    private let repository: SQLiteRepository
    private let user: VerifiedRecord
    private let post: VerifiedRecord
    private let other: VerifiedRecord

    init() throws {
        file = try TemporaryFolder.makeFile()
        repository = try SQLiteRepository(file: file)
        var make = RecordMaker()
        post = try make.post(.leia, "red sun")
        other = try make.post(.leia, "green moon")
        user = try make.user(.leia, "leia")
        try repository.apply([user, post, other])
    }

    private var key: VerifiedRecord {
        get throws {
            let keys = try repository.read {
                try $0.introductions(of: [post.author], onlyKeys: true)
            }
            return try #require(keys.first)
        }
    }

    private func damage(
        _ column: String,
        _ value: String,
        of record: VerifiedRecord? = nil
    ) throws {
        let id = (record ?? post).id
        try RawStore(file).execute("UPDATE record SET \(column) = \(value) WHERE id = x'\(id)'")
    }

    private func expectRejection(_ sentence: String, id: String? = nil) throws {
        let finding = HealthFinding.recordRejected(sentence)
        let findings = try repository.audit(repairing: true)
        #expect(findings.first == finding && !finding.isRepairable)
        let advice = " Repair the store, then sync with a device or a friend"
        #expect(finding.description.hasPrefix(sentence + advice))
        #expect(findings.dropFirst().contains(missing(post)), "\(findings)")
        #expect(try repository.audit(repairing: false) == [finding])
        let store = try RawStore(file)
        #expect(try store.number("SELECT count(*) FROM record WHERE kind = 5") == 1)
        #expect(try store.number("SELECT count(*) FROM damaged_record") == 1)
        #expect(try store.text("SELECT caption FROM post") == "green moon")
        let found = try repository.read { try $0.words(startingWith: "sun", limit: 1) }
        #expect(found.isEmpty)
        try expectHealing()
    }

    /// Expects an intact copy to have the effect and the arrival of the damaged record.
    private func expectHealing() throws {
        let store = try RawStore(file)
        let token = try repository.read { try $0.recordToken() }
        let epoch = try repository.read { try $0.epoch() }
        try repository.apply([post])
        #expect(try repository.read { try $0.recordToken() } != token)
        #expect(try repository.audit(repairing: false) == [])
        #expect(try repository.read { try $0.containsRecord(post.id) })
        #expect(try repository.read { try $0.post(post.post, for: nil) }?.caption == "red sun")
        #expect(try store.number("SELECT count(*) FROM damaged_record") == 0)
        #expect(try store.number("SELECT count(*) FROM record WHERE arrival > \(epoch)") == 0)
    }

    private func missing(_ post: VerifiedRecord) -> HealthFinding {
        .projectionWrong("The post \(post.post) should not be there.")
    }

    @Test("The signature is wrong") func signature() throws {
        try damage("signature", "zeroblob(64)")
        #expect(try repository.audit(repairing: false, verifying: false, newestAllowed: .max) == [])
        try expectRejection("The signature of the record \(post.id) is wrong.")
    }

    @Test("The body is damaged") func body() throws {
        try damage("body", "zeroblob(length(body))")
        try expectRejection("The record \(post.id) is damaged.")
    }

    @Test("The body belongs to another ID") func identifier() throws {
        // One letter of the caption differs.
        let body = Data(post.bodyBytes).hexadecimal
            .replacing(Data("red".utf8).hexadecimal, with: Data("bed".utf8).hexadecimal)
        try damage("body", "x'\(body)'")
        try expectRejection("The bytes of the record \(post.id) do not have this ID.")
    }

    @Test(
        "An intact copy takes the place of a damaged record before anyone has noticed the damage",
        arguments: ["body = zeroblob(length(body))", "signature = zeroblob(64)"]
    )
    func healing(damage: String) throws {
        try RawStore(file).execute("UPDATE record SET \(damage) WHERE id = x'\(post.id)'")
        let others = try repository.read { reader in
            var ids: [RecordID] = []
            try reader.forEachRecord { ids.append($0.id) }
            let scope = try reader.records(inScope: post.scope, below: nil, limit: 2)
            #expect(scope.contains(other))
            return ids
        }
        #expect(others.contains(other.id))
        try expectHealing()
    }

    @Test("A timeline read before an intact copy arrives shows its post afterwards")
    func timeline() throws {
        var make = RecordMaker(at: TestEnvironment.start + 100)
        // From so many followed users on, pages are read from the cache.
        let authors = (0..<64 as Range<UInt16>).map { User.ID(number: 100 + $0) }
        try repository.apply(try [make.user(.han, "han"), make.record(.han, .followed(.leia))])
        for (number, author) in authors.enumerated() {
            try repository.apply(
                try [make.user(author, "author\(number)"), make.record(.han, .followed(author))]
            )
        }
        let newest = try make.post(.leia, "blue sky")
        try repository.apply([newest])
        try damage("signature", "zeroblob(64)")
        _ = try repository.audit(repairing: true)
        func page() throws -> [Post.ID] {
            try repository.read {
                try $0.homeTimelineShard(.whole, of: .han, in: PostRange(limit: 3))
            }
        }
        #expect(try page() == [newest.post, other.post])
        try repository.apply([post])
        #expect(try page() == [newest.post, other.post, post.post])
    }

    @Test("The records of a damaged key stay, and its author can go on")
    func damagedKey() throws {
        let key = try self.key
        try damage("body", "zeroblob(length(body))", of: key)
        let sentences = [
            "The record \(key.id) is damaged.",
            "The record that adds the key \(post.key) of @leia is missing.",
        ]
        let findings = try repository.audit(repairing: true).filter { !$0.isRepairable }
        #expect(findings.first == .recordRejected(sentences[0]))
        #expect(findings.contains(.recordRejected(sentences[1])))
        #expect(try repository.audit(repairing: false) == findings)
        #expect(try repository.read { try $0.post(post.post, for: nil) } != nil)
        var make = RecordMaker(at: TestEnvironment.start + 100)
        let next = try make.post(.leia, "blue sky")
        try repository.apply([next])
        #expect(try repository.read { try $0.containsRecord(next.id) })
        try repository.apply([key])
        #expect(try repository.audit(repairing: false) == [])
    }

    @Test("What was damaged goes with its author") func leaving() throws {
        try damage("signature", "zeroblob(64)")
        _ = try repository.audit(repairing: true)
        let store = try RawStore(file)
        #expect(try store.number("SELECT count(*) FROM damaged_record") == 1)
        var make = RecordMaker(at: TestEnvironment.start + 100)
        try repository.apply([make.accountDeleted(.leia)])
        #expect(try store.number("SELECT count(*) FROM damaged_record") == 0)
    }

    @Test("A wrong kind in the table does not hide a key")
    func kindOfKey() throws {
        let key = try self.key
        try damage("kind", "6", of: key)
        #expect(try repository.audit(repairing: true).count == 1)
        #expect(try repository.audit(repairing: false) == [])
    }

    @Test(
        "A column differs from the signed value",
        arguments: ["id", "stamp", "author", "register"]
    )
    func column(name: String) throws {
        try damage(name, "randomblob(length(\(name)))")
        let finding = HealthFinding.projectionWrong(
            "The table of records lists the record \(post.id) in a wrong place."
        )
        #expect(try repository.audit(repairing: true).contains(finding))
        #expect(try repository.audit(repairing: false) == [])
        #expect(try repository.read { try $0.post(post.post, for: nil) } != nil)
    }
}
