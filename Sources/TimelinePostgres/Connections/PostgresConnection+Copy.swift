#if Cluster
import CLibPQ
import Foundation
import TimelineSQL

/// Bulk loading with `COPY`, which takes no round trip for a row, in its binary format
/// (PostgreSQL's documentation of `COPY`, "Binary Format").
extension PostgresConnection {
    /// Appends rows to a table.
    ///
    /// - Parameters:
    ///   - table: The name of the table.
    ///   - columns: The columns that each row fills, with their types.
    ///   - rows: A closure that passes each row to the closure that it receives. It must not use this
    ///     connection.
    /// - Throws: Any error thrown by `rows`, or ``PostgresError``. The transaction must then be rolled
    ///   back.
    func copy(
        to table: String,
        _ columns: [TableColumn],
        rows: (_ add: (any StatementArgument) throws -> Void) throws -> Void
    ) throws {
        try finish()
        let handle = try openHandle()
        // A pipeline cannot contain this statement.
        guard PQexitPipelineMode(handle) == 1 else { throw PostgresError(nil, of: handle) }
        defer {
            // After an error of the connection, this fails, and so does the next statement.
            PQenterPipelineMode(handle)
        }
        let names = columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
        let sql = "COPY \"\(table)\" (\(names)) FROM STDIN (FORMAT binary)"
        guard PQsendQuery(handle, sql) == 1 else { throw PostgresError(nil, of: handle) }
        try PostgresWait.flush(handle, within: deadline)
        try expectResult(PGRES_COPY_IN, of: handle)
        do {
            var buffer = CopyBuffer(columnCount: columns.count)
            try rows { row in
                buffer.add(row)
                if buffer.isFull { try buffer.send(on: handle, within: deadline) }
            }
            buffer.end()
            try buffer.send(on: handle, within: deadline)
        } catch {
            PQputCopyEnd(handle, PostgresText.interrupted)
            // The caller receives the error that occurred first.
            try? endCopy(handle)
            throw error
        }
        guard PQputCopyEnd(handle, nil) == 1 else { throw PostgresError(nil, of: handle) }
        try endCopy(handle)
    }

    /// Waits for the end of the statement.
    private func endCopy(_ handle: OpaquePointer) throws {
        try PostgresWait.flush(handle, within: deadline)
        defer {
            // No further result follows, unless the connection is lost.
            PQclear(PQgetResult(handle))
        }
        try expectResult(PGRES_COMMAND_OK, of: handle)
    }

    private func expectResult(_ status: ExecStatusType, of handle: OpaquePointer) throws {
        try PostgresWait.answer(handle, within: deadline)
        let result = PQgetResult(handle)
        defer { PQclear(result) }
        guard PQresultStatus(result) == status else { throw PostgresError(result, of: handle) }
    }
}

/// Rows in the format of `COPY`, which are sent in parts.
private struct CopyBuffer {
    private let fields = CopyFields()
    private let columnCount: Int16

    /// The number of bytes after which rows are sent.
    private static let limit = 1 << 18

    init(columnCount: Int) {
        self.columnCount = Int16(columnCount)
        fields.bytes += Data("PGCOPY\n".utf8) + [0xff, 0x0d, 0x0a, 0]
        // No flags, and no further header.
        fields.append(0 as Int32)
        fields.append(0 as Int32)
    }

    var isFull: Bool { fields.bytes.count > Self.limit }

    func add(_ row: any StatementArgument) {
        fields.append(columnCount)
        row.bind(to: fields)
    }

    func end() { fields.append(-1 as Int16) }

    /// Sends the rows in the buffer, and waits until libpq has passed them on.
    mutating func send(on handle: OpaquePointer, within deadline: Duration) throws {
        let isSent = fields.bytes.withUnsafeBytes { bytes in
            PQputCopyData(
                handle,
                bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
                Int32(bytes.count)
            )
        }
        guard isSent == 1 else { throw PostgresError(nil, of: handle) }
        fields.bytes.removeAll(keepingCapacity: true)
        try PostgresWait.flush(handle, within: deadline)
    }
}

/// The fields of rows, each with its length before it.
private final class CopyFields: StatementParameters {
    var bytes = Data()

    func append(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.bigEndian) { add($0) }
    }

    func bindNull() { append(-1 as Int32) }

    func bind(_ value: Int64) {
        append(8 as Int32)
        append(value)
    }

    func bind(_ value: Bool) {
        append(1 as Int32)
        append(value ? 1 : 0 as UInt8)
    }

    func bind(_ value: Double) { bind(Int64(bitPattern: value.bitPattern)) }

    func bind(text: UnsafeRawBufferPointer) { bind(bytes: text) }

    func bind(bytes value: UnsafeRawBufferPointer) {
        append(Int32(clamping: value.count))
        add(value)
    }

    private func add(_ value: UnsafeRawBufferPointer) {
        guard let start = value.baseAddress else { return }
        bytes.append(start.assumingMemoryBound(to: UInt8.self), count: value.count)
    }
}
#endif
