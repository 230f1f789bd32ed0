import Foundation
import TimelineCore
import TimelineCrypto

/// What a store contains, in a form that is the same in all databases: of each table that a copy
/// contains, the number of its rows, and a hash of them in the order of their keys.
package struct StoreManifest: Hashable, Sendable {
    private struct Table: Hashable, Sendable {
        let rowCount: Int
        let digest: SHA256Digest
    }

    private let tables: [String: Table]
    /// The arrival number of the newest batch.
    package let epoch: Int

    /// Reads all rows of a store.
    ///
    /// - Parameter connection: A connection to the store, inside a transaction that reads one snapshot.
    /// - Throws: A database error.
    package init(of connection: any SQLConnection) throws {
        var tables: [String: Table] = [:]
        for table in CopiedTable.all {
            let columns = try TableColumn.all(of: table.name, in: connection)
                .sorted { $0.name < $1.name }
            let types = columns.map(\.type)
            let rows = RowDigest()
            var count = 0
            try Statement(
                """
                \(table.query(columns, in: connection)) ORDER BY \(table.keyList())
                """,
                in: connection
            )
            .scan { row in
                CopiedRow(row: row, types: types).bind(to: rows)
                count += 1
                return true
            }
            tables[table.name] = Table(rowCount: count, digest: rows.finish())
        }
        self.tables = tables
        epoch = try Self.epoch(of: connection)
    }

    /// Returns the arrival number of the newest batch of a store.
    package static func epoch(of connection: any SQLConnection) throws -> Int {
        let sql =
            switch connection.dialect {
            case .sqlite: "SELECT epoch FROM clock"
            case .postgres: "SELECT max(arrival) FROM batch"
            }
        return try Statement(sql, in: connection).first { $0.int(0) } ?? 0
    }

    /// The number of live records.
    package var recordCount: Int { tables["record"]?.rowCount ?? 0 }

    /// The number of rows in all tables.
    package var rowCount: Int { tables.values.reduce(0) { $0 + $1.rowCount } }

    /// Whether the store contains neither records nor private data.
    package var isEmpty: Bool { rowCount == 0 }

    /// A name for these contents, which consists of 16 hexadecimal digits.
    package var fingerprint: String {
        var hash = SHA256()
        for (name, table) in tables.sorted(by: { $0.key < $1.key }) {
            hash.update(Array("\(name) \(table.rowCount) ".utf8))
            hash.update(table.digest.bytes)
        }
        hash.update(Array("\(epoch)".utf8))
        return hash.finalize().bytes.prefix(8).hexadecimal
    }

    /// Returns the names of the tables that differ from those of another store, in order.
    package func differences(from other: StoreManifest) -> [String] {
        let names = tables.keys.filter { tables[$0] != other.tables[$0] }.sorted()
        return names + (epoch == other.epoch ? [] : ["clock"])
    }
}

/// A hash of rows, in the form that all databases share.
private final class RowDigest: StatementParameters {
    private var hash = SHA256()

    func finish() -> SHA256Digest { hash.finalize() }

    func bindNull() { add(0, 0) }
    func bind(_ value: Int64) { add(1, value) }
    func bind(_ value: Bool) { add(1, value ? 1 : 0) }
    func bind(_ value: Double) { add(2, Int64(bitPattern: value.bitPattern)) }

    func bind(text: UnsafeRawBufferPointer) {
        add(3, Int64(text.count))
        hash.update(text)
    }

    func bind(bytes: UnsafeRawBufferPointer) {
        add(4, Int64(bytes.count))
        hash.update(bytes)
    }

    /// Adds the kind of a value, and the value or the number of its bytes.
    private func add(_ kind: Int64, _ value: Int64) {
        withUnsafeBytes(of: (kind.bigEndian, value.bigEndian)) { hash.update($0) }
    }
}
