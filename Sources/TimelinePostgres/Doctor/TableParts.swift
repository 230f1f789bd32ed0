#if Cluster
import TimelineSQL

/// The tables of a schema, with their columns and indexes.
struct TableParts {
    private enum Kind: String {
        case table, column, index
    }

    /// A table, or a column or index of one.
    private struct Part: Hashable {
        let kind: Kind
        let table: String
        let name: String

        /// The name in messages.
        var fullName: String { kind == .column ? "\(table).\(name)" : name }
    }

    /// The definition of each part, without the name of the schema.
    private var definitions: [Part: String] = [:]

    /// Reads the tables in the schema of a connection, or its temporary ones.
    init(on connection: PostgresConnection, temporary isTemporary: Bool = false) throws {
        let schema =
            isTemporary
            ? "pg_my_temp_schema()"
            : "(SELECT oid FROM pg_namespace WHERE nspname = current_schema())"
        try Statement(
            """
            SELECT 'table', CAST(relname AS TEXT), CAST(relname AS TEXT), '' FROM pg_class
            WHERE relnamespace = \(schema) AND relkind = 'r'
            UNION ALL
            SELECT 'column', CAST(relname AS TEXT), CAST(attname AS TEXT),
                format_type(atttypid, atttypmod) || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END
            FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
            WHERE relnamespace = \(schema) AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
            UNION ALL
            SELECT 'index', CAST(t.relname AS TEXT), CAST(c.relname AS TEXT),
                regexp_replace(pg_get_indexdef(i.indexrelid), ' ON [^ ]*[.]', ' ON ')
                    || CASE WHEN i.indisvalid THEN '' ELSE ' INVALID' END
            FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
                JOIN pg_class t ON t.oid = i.indrelid
            WHERE t.relnamespace = \(schema)
            """,
            in: connection
        )
        .forEach { row in
            guard let kind = Kind(rawValue: row.text(0)) else { return }
            definitions[Part(kind: kind, table: row.text(1), name: row.text(2))] = row.text(3)
        }
    }

    /// Returns the tables that this program creates, which are created for a moment.
    static func expected(on connection: PostgresConnection) throws -> TableParts {
        try connection.send("BEGIN")
        defer { connection.rollBack() }
        try connection.send("SET LOCAL search_path = pg_temp")
        for statement in Schema.postgresStatements() { try connection.send(statement) }
        return try TableParts(on: connection, temporary: true)
    }

    /// Returns the differences of a store from these tables, apart from what it has in addition.
    func faults(of stored: TableParts) -> [StructureFault] {
        let tables = stored.definitions.keys.filter { $0.kind == .table }.map(\.table)
        return definitions.sorted { $0.key.fullName < $1.key.fullName }
            .compactMap { part, definition in
                let found = stored.definitions[part]
                // What a missing table has is missing too.
                guard found != definition, part.kind == .table || tables.contains(part.table)
                else { return nil }
                let describe =
                    found == nil ? DoctorFindingText.missing : DoctorFindingText.different
                return StructureFault(
                    fault: describe(part.fullName, part.kind.rawValue),
                    repair: Self.repair(of: part)
                )
            }
    }

    /// Returns the statements that create a table with its indexes, or an index, or none if it contains
    /// what nothing follows from.
    private static func repair(of part: Part) -> [String] {
        let statements = Schema.postgresStatements()
        func mentions(_ words: String, _ statement: String) -> Bool {
            statement.replacing("\"", with: "").contains(words)
        }
        switch part.kind {
        case .column: return []
        case .index:
            let creation = statements.filter { mentions("INDEX \(part.name) ON", $0) }
            // The index of a primary key belongs to its table.
            return creation.isEmpty ? [] : ["DROP INDEX IF EXISTS \(part.name)"] + creation
        case .table:
            let isDerived =
                Schema.derived.contains("CREATE TABLE \(part.name) (")
                || part.name.hasSuffix("_part") || ["text_word", "post_cell"].contains(part.name)
            guard isDerived else { return [] }
            return statements.filter {
                mentions("CREATE TABLE \(part.name) (", $0) || mentions(" ON \(part.name) (", $0)
            }
        }
    }
}
#endif
