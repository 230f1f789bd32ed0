import CLibPQ

/// A connection to PostgreSQL over a Unix socket, through libpq.
final class PostgresConnection {
    private let connection: OpaquePointer

    /// Connects to the server through its socket in the given folder.
    init(folder: String) throws {
        guard let connection = PQconnectdb("host=\(folder) user=postgres dbname=postgres") else {
            throw BenchmarkFailure(reason: "PostgreSQL's client library is out of memory.")
        }
        self.connection = connection
        try check(PQstatus(connection) == CONNECTION_OK)
    }

    deinit { PQfinish(connection) }

    /// Runs SQL statements without parameters.
    func run(_ sql: String) throws {
        let result = PQexec(connection, sql)
        defer { PQclear(result) }
        try check(PQresultStatus(result) == PGRES_COMMAND_OK)
    }

    /// Prepares a statement.
    ///
    /// - Parameters:
    ///   - name: The name to use with ``query(_:parameters:)``.
    ///   - sql: The statement, with the parameters `$1`, `$2`, ….
    /// - Throws: ``BenchmarkFailure`` with PostgreSQL's message.
    func prepare(_ name: String, sql: String) throws {
        let result = PQprepare(connection, name, sql, 0, nil)
        defer { PQclear(result) }
        try check(PQresultStatus(result) == PGRES_COMMAND_OK)
    }

    /// Runs a prepared statement.
    ///
    /// Parameters and rows are in binary format.
    func query(_ name: String, parameters: [[UInt8]]) throws -> PostgresRows {
        let lengths = parameters.map { Int32($0.count) }
        let formats = parameters.map { _ in Int32(1) }
        let result = Array(parameters.joined())
            .withUnsafeBytes { bytes in
                var offset = 0
                let values = parameters.map { parameter in
                    defer { offset += parameter.count }
                    return bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
                        .advanced(by: offset)
                }
                return PQexecPrepared(
                    connection,
                    name,
                    Int32(parameters.count),
                    values,
                    lengths,
                    formats,
                    1
                )
            }
        let rows = PostgresRows(result)
        try check(PQresultStatus(result) == PGRES_TUPLES_OK)
        return rows
    }

    /// Fills a table with rows in the binary format of COPY.
    ///
    /// - Parameters:
    ///   - table: The name of the table.
    ///   - write: A closure that passes parts of the data to its argument.
    /// - Throws: ``BenchmarkFailure`` with PostgreSQL's message, or any error thrown by `write`.
    func copy(into table: String, write: ((PostgresCopy) throws -> Void) throws -> Void) throws {
        let result = PQexec(connection, "COPY \(table) FROM STDIN (FORMAT binary)")
        defer { PQclear(result) }
        try check(PQresultStatus(result) == PGRES_COPY_IN)
        try write { rows in
            let sent = rows.bytes.withUnsafeBytes { bytes in
                PQputCopyData(
                    connection,
                    bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
                    Int32(bytes.count)
                )
            }
            try check(sent == 1)
        }
        try check(PQputCopyEnd(connection, nil) == 1)
        while let result = PQgetResult(connection) {
            defer { PQclear(result) }
            try check(PQresultStatus(result) == PGRES_COMMAND_OK)
        }
    }

    private func check(_ isSuccess: Bool) throws {
        guard !isSuccess else { return }
        let error = PQerrorMessage(connection).map { String(cString: $0) } ?? ""
        throw BenchmarkFailure(reason: "PostgreSQL: \(error)")
    }
}

/// The rows of a result.
final class PostgresRows {
    private let result: OpaquePointer?

    init(_ result: OpaquePointer?) { self.result = result }

    deinit { PQclear(result) }

    var count: Int { Int(PQntuples(result)) }

    /// Returns a value that is valid as long as the rows exist, or `nil` if the value is NULL.
    subscript(_ row: Int, _ column: Int) -> PeerBytes? {
        let (row, column) = (Int32(row), Int32(column))
        guard PQgetisnull(result, row, column) == 0, let start = PQgetvalue(result, row, column)
        else { return nil }
        return PeerBytes(start, count: Int(PQgetlength(result, row, column)))
    }
}
