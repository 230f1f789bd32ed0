#if Cluster
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelinePostgres

@Suite(
    "Conflicts in PostgreSQL",
    .serialized,
    .enabled(if: TestServer.address != nil, TestServer.advice)
)
struct ConflictTests {
    @Test("Laws hold while half of the transactions fail", arguments: RepositoryLaws.all)
    func law(_ law: RepositoryLaw) throws {
        let server = try TestServer()
        defer { server.removeStores() }
        let conflicts = ConflictInjector(seed: 1)
        try law.check { try server.makeRepository(conflicts) }
        let counts = conflicts.counts
        #expect(counts.conflicts * 3 > counts.transactions || counts.transactions < 100)
    }

    @Test(
        "Random scripts give the same answers while half of the transactions fail",
        arguments: 0..<TestEffort.count(1 as UInt64, full: 4, exhaustive: 60)
    )
    func script(seed: UInt64) throws {
        let server = try TestServer()
        defer { server.removeStores() }
        let conflicts = ConflictInjector(seed: seed)
        let repository = try server.makeRepository(conflicts)
        let oracle = InMemoryRepository()
        var generator = SplitMix64(seed: seed)
        let script = try RecordScript(seed: 100 + seed, count: 400).disordered()
        var rest = script[...]
        while !rest.isEmpty {
            let batch = Array(rest.prefix(Int.random(in: 1...20, using: &generator)))
            rest = rest.dropFirst(batch.count)
            let before = try repository.epoch()
            try repository.apply { _, accounts in
                try accounts.countRun()
                return try ValidatedBatch(certifying: batch)
            } rejecting: { records, _ in
                throw UnexpectedRejection(count: records.count)
            }
            #expect(try repository.epoch() > before)
            try oracle.apply(batch)
            try oracle.writeAccounts { try $0.countRun() }
        }
        let subjects = SocialAnswers.Subjects(of: script)
        let answers = try SocialAnswers(repository, about: subjects)
        let expected = try SocialAnswers(oracle, about: subjects)
        #expect(answers.difference(from: expected) == nil)
        #expect(try repository.read { try $1.runCount() } == oracle.read { try $1.runCount() })
        #expect(conflicts.counts.conflicts > 10)
    }

    @Test("A process that keeps its turn does not stop the others")
    func turn() throws {
        let server = try TestServer()
        defer { server.removeStores() }
        let rest = Lock(0)
        let repository = try server.makeRepository { event, connection in
            guard case .sending("COMMIT") = event else { return }
            let isDoomed = rest.withLock { rest in
                rest -= 1
                return rest >= 0
            }
            guard isDoomed else { return }
            try connection.send(
                "DO $$ BEGIN RAISE EXCEPTION 'injected' USING ERRCODE = '40001'; END $$"
            )
        }
        try server.openAgain(repository).pool
            .use { connection in
                // "TMLW"
                try connection.send("SELECT pg_advisory_lock(\(0x544d_4c57))")
                try connection.finish()
                rest.withLock { $0 = 4 }
                try repository.writeAccounts { try $0.setPrivateValue([1], forKey: "test") }
            }
        #expect(try repository.read { try $1.privateValue(forKey: "test") } == [1])
        #expect(repository.retryCount >= 3)
    }
}

/// A conflict was mistaken for a record that cannot be stored.
private struct UnexpectedRejection: Error {
    let count: Int
}

/// A private value that counts the drafts whose transactions were committed.
extension AccountReader {
    func runCount() throws -> Int { try privateValue(forKey: "test/runs")?.count ?? 0 }
}

extension AccountWriter {
    func countRun() throws {
        try setPrivateValue((privateValue(forKey: "test/runs") ?? []) + [1], forKey: "test/runs")
    }
}
#endif
