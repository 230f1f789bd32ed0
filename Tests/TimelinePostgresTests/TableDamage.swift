#if Cluster
import Testing
import TimelineCore
import TimelinePostgres

@testable import TimelineSQL

/// Changes of the rows of a derived table that the engine has not made.
struct TableDamage {
    /// Deletes, adds or changes one row, whose number the placeholder `OFFSET` precedes.
    let statement: String

    /// Returns statements that delete a row, add one, and change each column of one.
    ///
    /// - Parameters:
    ///   - table: The name of the table.
    ///   - connection: A connection to the store.
    /// - Returns: The statements, some of which a constraint may refuse for some rows.
    /// - Throws: A database error.
    static func all(of table: String, in connection: any SQLConnection) throws -> [TableDamage] {
        let columns = try TableColumn.all(of: table, in: connection)
        let key = CopiedTable.examined.first { $0.name == table }?.key.map(\.name)
        let changed = columns.map { column in
            // A user's row ID and UUID are both unique.
            (key ?? ["word"]).contains(column.name) || column.name == "uuid"
                ? other(column) : column.name
        }
        let names = columns.map(\.name).joined(separator: ", ")
        // Users without a profile have rows without a meaning.
        let condition = table == "user" ? "username IS NOT NULL" : "TRUE"
        func row(_ condition: String) -> String {
            "(SELECT ctid FROM \(table) WHERE \(condition) ORDER BY \(columns[0].name) LIMIT 1 OFFSET "
        }
        var statements = [
            "DELETE FROM \(table) WHERE ctid = \(row(condition))",
            """
            INSERT INTO \(table) (\(names)) SELECT \(changed.joined(separator: ", ")) FROM \(table)
            WHERE ctid = \(row(condition))
            """,
        ]
        for column in columns where column.name != "newest_stamp" {
            let row = row("\(condition) AND \(column.name) IS NOT NULL")
            statements.append(
                "UPDATE \(table) SET \(column.name) = \(other(column)) WHERE ctid = \(row)"
            )
        }
        return statements.map(TableDamage.init)
    }

    /// An expression for a value that differs from that of a column, and has the same length in bytes
    /// if it consists of bytes.
    private static func other(_ column: TableColumn) -> String {
        let name = column.name
        return switch column.type {
        case .integer: "\(name) + 1"
        case .truth: "NOT \(name)"
        case .text: "\(name) || 'x'"
        case .bytes:
            """
            CASE length(\(name)) WHEN 0 THEN x'00' ELSE
            set_byte(\(name), length(\(name)) - 1, (get_byte(\(name), length(\(name)) - 1) + 1) % 256)
            END
            """
        }
    }

    /// Damages one of the first rows, and returns whether constraints allow that for one.
    func strike(_ connection: any SQLConnection) throws -> Bool {
        for number in 0..<5 {
            var count = 0
            let isAllowed = try connection.transaction {
                try connection.undoingViolation {
                    count = try Statement("\(statement)\(number))", in: connection).runCounting()
                }
            }
            if isAllowed, count > 0 { return true }
        }
        return false
    }
}
#endif
