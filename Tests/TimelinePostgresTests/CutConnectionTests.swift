#if Cluster
import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelinePostgres

/// Writes whose connection is lost succeed, and have the effect of one.
@Suite(
    "Lost connections to PostgreSQL",
    .serialized,
    .enabled(if: TestServer.address != nil, TestServer.advice)
)
struct CutConnectionTests {
    @Test("Connections cut at each statement", arguments: CutWrite.allCases)
    func everyStatement(write: CutWrite) throws {
        let stage = try CutStage(write)
        defer { stage.server.removeStores() }
        let step = TestEffort.count(5, full: 2, exhaustive: 1)
        var event = 0
        while try stage.run(.event(event), .closed) > 0 { event += step }
        #expect(event > 5)
    }

    @Test("Connections cut at the commit, and again afterwards", arguments: CutWrite.allCases)
    func commit(write: CutWrite) throws {
        let stage = try CutStage(write)
        defer { stage.server.removeStores() }
        for moment in [ConnectionCutter.Moment.beforeCommit, .afterCommit] {
            #expect(try stage.run(moment, .closed) == 1)
            // The second cut concerns the transaction that settles the outcome.
            let step = TestEffort.count(5, full: 2, exhaustive: 1)
            for next in stride(from: 0, to: 12, by: step) {
                #expect(try stage.run(moment, .closed, thenAfter: next) == 2)
            }
        }
    }

    @Test("Connections that fall silent", arguments: CutWrite.allCases)
    func silence(write: CutWrite) throws {
        let stage = try CutStage(write, .init(write: 20, answer: .milliseconds(700)))
        defer { stage.server.removeStores() }
        for moment in [ConnectionCutter.Moment.beforeCommit, .afterCommit] {
            #expect(try stage.run(moment, .silent) == 1)
        }
        let step = TestEffort.count(25, full: 7, exhaustive: 1)
        var event = 0
        while try stage.run(.event(event), .silent) > 0 { event += step }
    }

    @Test("Reads and writes after the server has closed all idle connections")
    func idleConnections() throws {
        let server = try TestServer()
        defer { server.removeStores() }
        let repository = try server.makeRepository()
        for _ in 0..<2 {
            let users = try repository.read { reader in try reader.users(UserQuery(limit: 1)) }
            #expect(users.isEmpty)
            try server.execute(
                """
                SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
                WHERE pid <> pg_backend_pid() AND application_name = 'timeline'
                """
            )
        }
        try repository.writeAccounts { try $0.countRun() }
        #expect(try repository.read { try $1.runCount() } == 1)
    }

    @Test("A server that does not answer is given up")
    func silentServer() throws {
        let server = try TestServer()
        defer { server.removeStores() }
        let isSilent = Lock(false)
        let cutter = ConnectionCutter()
        let repository = try server.makeRepository(
            patience: .init(write: 1, answer: .milliseconds(700))
        ) { event, connection in
            guard isSilent.withLock({ $0 }) else { return }
            cutter.arm(.event(0), .silent)
            try cutter.probe(event, connection)
        }
        try repository.writeAccounts { try $0.countRun() }
        isSilent.withLock { $0 = true }
        let start = ContinuousClock.now
        #expect(throws: TimelineError.self) {
            try repository.writeAccounts { try $0.countRun() }
        }
        #expect(ContinuousClock.now - start < .seconds(10))
        isSilent.withLock { $0 = false }
        try repository.writeAccounts { try $0.countRun() }
        #expect(try repository.read { try $1.runCount() } == 2)
    }

    @Test("A server that accepts connections but does not answer is given up")
    func unresponsivePort() throws {
        let listener = try SilentListener()
        let start = ContinuousClock.now
        #expect(throws: TimelineError.self) {
            try PostgresRepository("postgres://timeline@127.0.0.1:\(listener.port)/timeline")
        }
        #expect(ContinuousClock.now - start < .seconds(15))
    }
}

/// A store whose connections are cut, and an undisturbed one for comparison.
private final class CutStage: Sendable {
    let server: TestServer
    private let cutter = ConnectionCutter()
    private let write: CutWrite
    private let repository: PostgresRepository
    private let oracle = InMemoryRepository()
    private let number = Lock(0)

    init(_ write: CutWrite, _ patience: PostgresRepository.Patience = .init()) throws {
        self.write = write
        server = try TestServer()
        repository = try server.makeRepository(patience: patience, probe: cutter.probe)
    }

    /// Runs the write once, and compares all answers.
    ///
    /// - Returns: The number of connections that were cut.
    func run(
        _ moment: ConnectionCutter.Moment,
        _ way: ConnectionCutter.Way,
        thenAfter next: Int? = nil
    ) throws -> Int {
        let number = number.withLock { number in
            number += 1
            return number
        }
        let run = try write.run(number)
        for each in [repository, oracle] as [any Repository] { try run.prepare(each) }
        cutter.arm(moment, way, thenAfter: next)
        let result = Result { try run.apply(to: repository) }
        let count = cutter.disarm()
        let cut = "\(moment), \(way), then after \(next.map(String.init) ?? "none")"
        #expect(throws: Never.self, "\(cut)") { try result.get() }
        try run.apply(to: oracle)
        let difference = try run.answers(of: oracle).difference(from: run.answers(of: repository))
        #expect(difference == nil, "\(cut)")
        #expect(try run.privateAnswers(of: repository) == run.privateAnswers(of: oracle), "\(cut)")
        return count
    }
}
#endif
