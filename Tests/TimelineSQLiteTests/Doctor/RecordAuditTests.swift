import Foundation
import Testing
import TimelineCore
import TimelineRecords
import TimelineSQLite
import TimelineTestSupport
import TimelineTesting

@Suite("A wrong record is reported, kept out of the projection and never deleted")
struct RecordAuditTests {
    private let file: URL
    private let repository: SQLiteRepository
    private let post: VerifiedRecord
    private let other: VerifiedRecord

    init() throws {
        file = try TemporaryFolder.makeFile()
        repository = try SQLiteRepository(file: file)
        var make = RecordMaker()
        post = try make.post(.leia, "red sun")
        other = try make.post(.leia, "green moon")
        try repository.apply([try make.user(.leia, "leia"), post, other])
    }

    private func damage(_ column: String, _ value: String) throws {
        try RawStore(file)
            .execute("UPDATE record SET \(column) = \(value) WHERE id = x'\(post.id)'")
    }

    private func expectRejection(_ sentence: String, id: String? = nil) throws {
        let finding = HealthFinding.recordRejected(sentence)
        let findings = try repository.audit(repairing: true)
        #expect(findings.first == finding && !finding.isRepairable)
        #expect(finding.description == "\(sentence) It has no effect; it stays in the store.")
        #expect(findings.dropFirst().contains(missing(post)), "\(findings)")
        #expect(try repository.audit(repairing: false) == [finding])
        let store = try RawStore(file)
        #expect(try store.number("SELECT count(*) FROM record WHERE kind = 5") == 2)
        #expect(try store.text("SELECT caption FROM post") == "green moon")
        let found = try repository.read { try $0.words(startingWith: "sun", limit: 1) }
        #expect(found.isEmpty)
    }

    private func missing(_ post: VerifiedRecord) -> HealthFinding {
        .projectionWrong("The post \(post.post) should not be there.")
    }

    @Test("The signature is wrong") func signature() throws {
        try damage("signature", "zeroblob(64)")
        #expect(try repository.audit(repairing: false, verifying: false) == [])
        try expectRejection("The signature of the record \(post.id) is wrong.")
    }

    @Test("The body is damaged") func body() throws {
        try damage("body", "zeroblob(length(body))")
        try expectRejection("The record \(post.id) is damaged.")
    }

    @Test("The body belongs to another ID") func identifier() throws {
        try damage("id", "zeroblob(32)")
        let id = String(repeating: "0", count: 64)
        try expectRejection("The bytes of the record \(id) do not have this ID.")
    }

    @Test("A column differs from the signed value", arguments: ["stamp", "author", "register"])
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
