#if Cluster
import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelinePostgres
@testable import TimelineSQL

/// Tests of what a program checks when it opens a store.
@Suite(
    "Opening stores in PostgreSQL",
    .serialized,
    .enabled(if: TestServer.address != nil, TestServer.advice)
)
struct OpeningTests {
    /// `pg_dump` copies the highest arrival number, but not the number of the next transaction.
    @Test("Arrival numbers continue in a database with lower transaction numbers")
    func restoredDump() async throws {
        let server = try TestServer()
        defer { server.removeStores() }
        let repository = try server.makeRepository()
        let world = try TestWorld(repository: repository, blobs: InMemoryBlobStore())
        let leia = try await world.signUp("leia")
        let post = try await leia.session
            .post([PhotoFile(content: SamplePhotos.jpeg)], caption: "moon")
        let before = try repository.read { try $0.epoch() }
        // As if many transactions were missing.
        try repository.writing { connection in
            try Statement("UPDATE clock SET base = base - 1000000", in: connection).run()
        }
        let restored = try server.openAgain(repository)
        let other = try TestWorld(repository: restored, blobs: InMemoryBlobStore())
        let session = try await other.guest.session(for: leia.token)
        #expect(try await session.like(post.id).likeCount == 1)
        #expect(try restored.read { try $0.epoch() } > before)
        #expect(try restored.audit(repairing: false) == [])
    }

    @Test("A database without a store stays without one, unless the program may create it")
    func missing() throws {
        let server = try TestServer()
        let address = try #require(TestServer.address)
        let schema = "test_\(UUID().uuidString.lowercased().prefix(8))"
        #expect(throws: MissingStore.self) {
            try PostgresRepository(address, schema: schema, creating: false)
        }
        // The schema does not exist either.
        try server.execute("CREATE SCHEMA \"\(schema)\"", "DROP SCHEMA \"\(schema)\"")
    }

    @Test(
        "An address that the client library does not understand is not repeated, with its password",
        arguments: ["postgres://timeline:secretpw@[::1]x/timeline", "postgres://a:secretpw%ss@b/c"]
    )
    func password(address: String) throws {
        let error = #expect(throws: TimelineError.self) { try PostgresRepository(address) }
        #expect(!"\(String(describing: error))".contains("secretpw"))
    }

    @Test("The error names each host that was tried")
    func hosts() throws {
        let address = "postgres://localhost:1,127.0.0.1:2/timeline?connect_timeout=2"
        let error = #expect(throws: TimelineError.self) { try PostgresRepository(address) }
        let text = String(describing: error)
        #expect(text.contains("localhost") && text.contains("127.0.0.1"))
        #expect(!text.contains("PostgreSQL on"), "\(text)")
    }
}
#endif
