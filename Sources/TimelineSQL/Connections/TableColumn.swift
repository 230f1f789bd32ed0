/// A column of a table, as the database of a connection declares it.
package struct TableColumn: Hashable, Sendable {
    /// The name of the column.
    package let name: String
    /// The values that the column contains.
    package let type: ColumnType

    package init(_ name: String, _ type: ColumnType) { (self.name, self.type) = (name, type) }

    /// Returns the columns of a table, in the order in which it was created with them.
    ///
    /// - Throws: A database error, or ``DatabaseFault`` for a type that no table uses.
    static func all(
        of table: String,
        in connection: any SQLConnection
    ) throws -> [TableColumn] {
        let sql =
            switch connection.dialect {
            case .sqlite: "SELECT name, type FROM pragma_table_info(?) ORDER BY cid"
            case .postgres:
                """
                SELECT CAST(column_name AS TEXT), CAST(data_type AS TEXT)
                FROM information_schema.columns
                WHERE table_schema = current_schema() AND table_name = ? ORDER BY ordinal_position
                """
            }
        return try Statement(sql, in: connection)
            .all(table) { row in
                guard let type = ColumnType(declaration: row.text(1).lowercased()) else {
                    throw DatabaseFault(
                        DatabaseErrorText.unknownType(row.text(1), of: row.text(0), in: table)
                    )
                }
                return TableColumn(row.text(0), type)
            }
    }
}

/// The values that a column contains, apart from `NULL`.
package enum ColumnType: Sendable {
    case integer
    /// A truth value, which only PostgreSQL tells from an integer.
    case truth
    case text
    case bytes

    /// Returns the type with a name, in lower case, that a database uses.
    init?(declaration: String) {
        switch declaration {
        case "integer", "bigint": self = .integer
        case "boolean": self = .truth
        case "text": self = .text
        case "blob", "bytea": self = .bytes
        default: return nil
        }
    }
}

/// The current row of a statement as the arguments of another one.
///
/// Like the row, it is valid only inside the closure that receives the row.
struct CopiedRow: StatementArgument {
    let row: ResultRow
    /// The types of the columns in the table to which the row is copied.
    let types: [ColumnType]

    func bind(to parameters: any StatementParameters) {
        for (index, type) in types.enumerated() {
            row.bind(Int32(index), as: type, to: parameters)
        }
    }
}
