#if Cluster
import Foundation
import Testing
import TimelineCore
import TimelineSQL
import TimelineTestSupport
import TimelineTesting

@testable import TimelinePostgres

/// Tests of upgrades of the tables while older servers use them.
@Suite(
    "Upgrades of the tables in PostgreSQL",
    .serialized,
    .enabled(if: TestServer.address != nil, TestServer.advice)
)
struct UpgradeTests {
    private static let current = PostgresTables.current.version
    /// A step after which the programs of today go on.
    private static let compatible = PostgresTables.Step(
        oldestWriter: current,
        statements: ["ALTER TABLE account ADD COLUMN motto TEXT NOT NULL DEFAULT ''"]
    )
    /// A step that adds what each writer has to keep up to date.
    private static let fencing = PostgresTables.Step(
        oldestWriter: current + 2,
        statements: [
            "CREATE TABLE account_count (count BIGINT NOT NULL)",
            "INSERT INTO account_count SELECT count(*) FROM account",
        ]
    )
    private static let next = PostgresTables(version: current + 1, steps: [compatible])
    private static let last = PostgresTables(version: current + 2, steps: [compatible, fencing])

    private let server: TestServer
    private let old: PostgresRepository
    private let world: TestWorld

    init() throws {
        server = try TestServer()
        old = try server.makeRepository()
        world = try TestWorld(repository: old, blobs: InMemoryBlobStore())
    }

    @Test("A server goes on while a later one adds a column, and can be started again")
    func compatible() async throws {
        defer { server.removeStores() }
        let leia = try await world.signUp("leia")
        let new = try server.openAgain(old, tables: Self.next)
        _ = try await leia.session.post([PhotoFile(content: SamplePhotos.jpeg)], caption: "moon")
        _ = try await world.signUp("han")
        try old.checkAccess()
        let again = try server.openAgain(old)
        for repository in [old, new, again] {
            #expect(
                try repository.read { try $0.postIDs(.all, in: PostRange(limit: 9)).count } == 1
            )
            try repository.writeAccounts { try $0.setPrivateValue([1], forKey: "test") }
        }
    }

    @Test("A server whose writes would be incomplete writes nothing, and is not ready")
    func fencing() async throws {
        defer { server.removeStores() }
        let leia = try await world.signUp("leia")
        let post = try await leia.session
            .post([PhotoFile(content: SamplePhotos.jpeg)], caption: "moon")
        let new = try server.openAgain(old, tables: Self.last)
        await #expect(throws: TimelineError.storeTooNew) { try await leia.session.like(post.id) }
        await #expect(throws: TimelineError.storeTooNew) { try await world.signUp("han") }
        #expect(throws: TimelineError.storeTooNew) {
            try old.writeAccountsIfPossible { try $1.setPrivateValue([1], forKey: "test") }
        }
        #expect(throws: TimelineError.storeTooNew) { try old.checkAccess() }
        #expect(throws: TimelineError.storeTooNew) { try server.openAgain(old) }
        #expect(throws: TimelineError.storeTooNew) {
            try server.openAgain(old, tables: Self.next)
        }
        // What it has written before is there, and nothing else; what it reads is not fenced.
        for repository in [old, new] {
            let count = try repository.read { reader, accounts in
                #expect(try accounts.privateValue(forKey: "test") == nil)
                return try reader.postIDs(.all, in: PostRange(limit: 9)).count
            }
            #expect(count == 1)
        }
        try new.checkAccess()
        try new.writeAccounts { try $0.setPrivateValue([1], forKey: "test") }
    }

    @Test("Servers that start at the same time make each step once")
    func simultaneousStarts() async throws {
        defer { server.removeStores() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask { try server.openAgain(old, tables: Self.last).checkAccess() }
            }
            try await group.waitForAll()
        }
    }

    @Test("Tables that no step leads from are refused, and stay as they are")
    func tooOld() throws {
        defer { server.removeStores() }
        let far = PostgresTables(version: Self.current + 2, steps: [Self.fencing])
        #expect(throws: TimelineError.storeTooOld(version: Self.current)) {
            try server.openAgain(old, tables: far)
        }
        try old.writeAccounts { try $0.setPrivateValue([1], forKey: "test") }
    }

    @Test("A step that reads what a running transaction writes conflicts with it")
    func conflictingWriter() throws {
        defer { server.removeStores() }
        let count = Lock(0)
        // The step commits while the writer is between its first statement and its last one.
        #expect(throws: TimelineError.storeTooNew) {
            try old.writing { connection in
                let accounts = PrivateTables(connection: connection)
                _ = try accounts.privateValue(forKey: "test")
                count.withLock { $0 += 1 }
                try server.openAgain(old, tables: Self.counting)
                try accounts.setPrivateValue([1], forKey: "test")
            }
        }
        #expect(count.withLock(\.self) == 1)
        let value = try old.read { try $1.privateValue(forKey: "test") }
        #expect(value == nil)
    }

    /// Tables with the number of private values, which each writer has to keep up to date.
    private static let counting = PostgresTables(
        version: current + 1,
        steps: [
            PostgresTables.Step(
                oldestWriter: current + 1,
                statements: [
                    "CREATE TABLE value_count (count BIGINT NOT NULL)",
                    "INSERT INTO value_count SELECT count(*) FROM private_value",
                ]
            )
        ]
    )
}
#endif
