#if Cluster
import CLibPQ
import Foundation
import Testing
import TimelineCore

@testable import TimelinePostgres

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
    ///
    /// - Parameters:
    ///   - patience: The times after which the server is given up.
    ///   - probe: A closure that observes all connections.
    /// - Returns: The store.
    /// - Throws: `TimelineError`.
    func makeRepository(
        patience: PostgresRepository.Patience = .init(),
        probe: PostgresProbe? = nil
    ) throws -> PostgresRepository {
        let schema = "test_\(UUID().uuidString.lowercased().prefix(8))"
        return try open(schema, patience: patience, probe: probe)
    }

    /// Creates an empty store, and opens it twice, as two servers do.
    func makePair(probe: @escaping PostgresProbe) throws -> [PostgresRepository] {
        let schema = "test_\(UUID().uuidString.lowercased().prefix(8))"
        return try (0..<2).map { _ in try open(schema, probe: probe) }
    }

    private func open(
        _ schema: String,
        patience: PostgresRepository.Patience = .init(),
        probe: PostgresProbe?
    ) throws -> PostgresRepository {
        let repository = try PostgresRepository(
            address,
            schema: schema,
            patience: patience,
            probe: probe
        )
        stores.withLock { $0.append((schema, repository)) }
        return repository
    }

    /// Opens a store of this server again, as another process would.
    @discardableResult
    func openAgain(
        _ repository: PostgresRepository,
        tables: PostgresTables = .current
    ) throws -> PostgresRepository {
        let name = try schema(of: repository)
        let opened = try PostgresRepository(address, schema: name, tables: tables)
        stores.withLock { $0.append((name, opened)) }
        return opened
    }

    /// Runs `body` while a transaction locks a table, as PostgreSQL's maintenance does.
    ///
    /// - Parameters:
    ///   - table: The table, with its schema.
    ///   - mode: The lock.
    ///   - seconds: The time after which the transaction ends.
    ///   - body: A closure that waits for the lock.
    /// - Returns: The result of `body`.
    /// - Throws: Any error thrown by `body`, or an expectation failure.
    static func locking<Result>(
        _ table: String,
        in mode: String = "SHARE UPDATE EXCLUSIVE",
        for seconds: Double,
        _ body: () throws -> Result
    ) throws -> Result {
        let address = try #require(Self.address)
        let connection = try #require(PQconnectdb(address))
        defer { PQfinish(connection) }
        for statement in ["BEGIN", "LOCK TABLE \(table) IN \(mode) MODE"] {
            let result = PQexec(connection, statement)
            defer { PQclear(result) }
            try #require(PQresultStatus(result) == PGRES_COMMAND_OK)
        }
        try #require(PQsendQuery(connection, "SELECT pg_sleep(\(seconds)); COMMIT") == 1)
        return try body()
    }

    /// The name of the schema of a store of this server.
    func schema(of repository: PostgresRepository) throws -> String {
        let schema = stores.withLock { stores in
            stores.first { $0.repository === repository }?.schema
        }
        return try #require(schema)
    }

    /// Runs statements outside of any store.
    func execute(_ statements: String...) throws {
        let connection = try #require(PQconnectdb(address))
        defer { PQfinish(connection) }
        for statement in statements {
            let result = PQexec(connection, statement)
            defer { PQclear(result) }
            let status = PQresultStatus(result)
            try #require(
                status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK,
                "\(String(cString: PQerrorMessage(connection)))"
            )
        }
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
