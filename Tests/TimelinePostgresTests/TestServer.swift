#if Cluster
import CLibPQ
import Foundation
import Testing
import TimelineCore
import TimelinePostgres

/// Stores on the server of a test run, each in a schema of its own.
final class TestServer: Sendable {
    /// The address of the server, or `nil` if there is none.
    static let address = ProcessInfo.processInfo.environment["TIMELINE_POSTGRES_TEST"]
    static let advice: Testing.Comment =
        "These tests need a server: Tests/Cluster/postgres.py run swift test --traits Cluster"

    private let address: String
    private let stores = Lock<[(schema: String, repository: PostgresRepository)]>([])

    init() throws { address = try #require(Self.address) }

    /// Creates an empty store.
    func makeRepository() throws -> PostgresRepository {
        let schema = "test_\(UUID().uuidString.lowercased().prefix(8))"
        let repository = try PostgresRepository(address, schema: schema)
        stores.withLock { $0.append((schema, repository)) }
        return repository
    }

    /// Opens a store of this server again, as another process would.
    func openAgain(_ repository: PostgresRepository) throws -> PostgresRepository {
        let schema = stores.withLock { stores in
            stores.first { $0.repository === repository }?.schema
        }
        let name = try #require(schema)
        let opened = try PostgresRepository(address, schema: name)
        stores.withLock { $0.append((name, opened)) }
        return opened
    }

    /// Closes and drops all stores.
    func removeStores() {
        let stores = stores.withLock { stores in
            defer { stores = [] }
            return stores
        }
        for store in stores { store.repository.close() }
        guard let connection = PQconnectdb(address) else { return }
        defer { PQfinish(connection) }
        for schema in Set(stores.map(\.schema)) {
            PQclear(PQexec(connection, "DROP SCHEMA \"\(schema)\" CASCADE"))
        }
    }
}
#endif
