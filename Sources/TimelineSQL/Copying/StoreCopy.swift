import Foundation
import TimelineCore

/// A copy of all tables of a store to a draft, which may be in another kind of database.
///
/// The rows of all tables are copied as they are, those that follow from the records as well: reading
/// and writing a row takes a hundredth of the time of projecting a record. The doctor can project the
/// records of the copy again. Only the indexes of words, names and places, which differ between the
/// databases, are built from the texts.
package struct StoreCopy {
    /// A connection to the store, inside a transaction that reads one snapshot.
    let source: any SQLConnection
    let draft: any StoreDraft
    /// The number of rows that are copied in one transaction.
    let pageSize: Int

    package static let pageSize = 20_000

    package init(
        from source: any SQLConnection,
        to draft: any StoreDraft,
        pageSize: Int = Self.pageSize
    ) {
        (self.source, self.draft, self.pageSize) = (source, draft, pageSize)
    }

    /// Copies the rows that the draft lacks, and builds the indexes.
    ///
    /// Rows are copied in the order of their keys, so the draft lacks those above its highest key.
    ///
    /// - Parameter progress: A closure that is called after each transaction with the number of rows
    ///   that it has copied. If it throws an error, a later copy continues after this transaction.
    /// - Returns: The number of copied rows.
    /// - Throws: Any error thrown by `progress`, or a database error.
    package func run(progress: (Int) throws -> Void = { _ in }) throws -> Int {
        let copied = try copy(CopiedTable.all, progress)
        try buildIndexes()
        return copied
    }

    /// Copies what the doctor examines to an empty database in SQLite, as it is.
    ///
    /// The indexes of words and places are copied to tables (``Schema/comparedIndexes``), and counts that
    /// are less than 0 as well. What else is private stays in the store.
    ///
    /// - Throws: A database error.
    package func runForDoctor() throws {
        try draft.connection.execute(Schema.comparedIndexes)
        _ = try copy(CopiedTable.examined, forDoctor: true) { _ in }
        try draft.publish(clock())
    }

    private func copy(
        _ tables: [CopiedTable],
        forDoctor isForDoctor: Bool = false,
        _ progress: (Int) throws -> Void
    ) throws -> Int {
        var copied = 0
        for table in tables {
            let columns = try TableColumn.all(of: table.name, in: draft.connection)
            while true {
                let count = try copyPage(of: table, columns, forDoctor: isForDoctor)
                copied += count
                if count > 0 { try progress(count) }
                guard count == pageSize else { break }
            }
        }
        return copied
    }

    /// The clock of a store that has the contents of the source.
    package func clock() throws -> StoreClock {
        StoreClock(
            epoch: try StoreManifest.epoch(of: source),
            newest: try SharedTables(connection: source).newestStamp()
        )
    }

    /// Copies the rows with the lowest keys above those in the draft, and returns their number.
    private func copyPage(
        of table: CopiedTable,
        _ columns: [TableColumn],
        forDoctor isForDoctor: Bool
    ) throws -> Int {
        let highest = try Statement(
            """
            SELECT \(table.keyList()) FROM \(table.name) ORDER BY \(table.keyList(" DESC")) LIMIT 1
            """,
            in: draft.connection
        )
        .first { row in ArgumentList(row, table.key.map(\.type)) }
        let page = try Statement(
            """
            \(table.query(columns, in: source, forDoctor: isForDoctor))
            \(highest == nil ? "" : "WHERE \(table.isAbove)")
            ORDER BY \(table.keyList()) LIMIT ?
            """,
            in: source
        )
        let types = columns.map(\.type)
        var count = 0
        try draft.append(to: table.name, columns) { add in
            try page.scan(highest ?? ArgumentList([]), pageSize) { row in
                try add(CopiedRow(row: row, types: types))
                count += 1
                return true
            }
        }
        return count
    }

    // MARK: Indexes

    /// Builds the indexes of words, names and places, after deleting what an unfinished copy has left.
    private func buildIndexes() throws {
        switch draft.connection.dialect {
        case .sqlite: try buildSQLiteIndexes()
        case .postgres: try buildPostgresIndexes()
        }
    }

    private func buildSQLiteIndexes() throws {
        let tables = SharedTables(connection: draft.connection)
        let texts = SharedTables(connection: source)
        try draft.connection.transaction {
            try draft.connection.execute(
                """
                INSERT INTO text_words (text_words) VALUES ('delete-all');
                DELETE FROM post_place;
                INSERT INTO user_search (user_search) VALUES ('rebuild');
                """
            )
            for isComment in [false, true] {
                // Texts of the same millisecond may share a row.
                var group: [(id: TextID, words: TokenizedText)] = []
                func insertGroup() throws {
                    guard let first = group.first else { return }
                    try tables.insertWords(SharedTables.words(of: group), at: first.id.rowID)
                    group = []
                }
                try texts.forEachText(ofComments: isComment) { id, words in
                    if let first = group.first, first.id.rowID != id.rowID { try insertGroup() }
                    group.append((id, words))
                }
                try insertGroup()
            }
            try texts.forEachPlace { try tables.insertPlace(of: $0, $1) }
        }
    }

    private func buildPostgresIndexes() throws {
        let texts = SharedTables(connection: source)
        try draft.connection.execute("TRUNCATE text_word, post_cell")
        try draft.append(
            to: "text_word",
            [
                TableColumn("word", .text), TableColumn("id", .bytes),
                TableColumn("is_comment", .truth),
            ]
        ) { add in
            for isComment in [false, true] {
                try texts.forEachText(ofComments: isComment) { id, words in
                    for word in words.distinct {
                        try add(ArgumentList([word, id.pushID, isComment]))
                    }
                }
            }
        }
        try draft.append(
            to: "post_cell",
            [
                TableColumn("cell", .integer), TableColumn("post", .bytes),
                TableColumn("latitude", .integer), TableColumn("longitude", .integer),
            ]
        ) { add in
            try texts.forEachPlace { post, place in
                let cell = SharedTables.cell(at: place)
                try add(ArgumentList([cell, post, place.latitudeE7, place.longitudeE7]))
            }
        }
        for table in CopiedTable.all { try draft.connection.execute("ANALYZE \(table.name)") }
        try draft.connection.execute("ANALYZE text_word;\nANALYZE post_cell")
    }
}

/// Arguments of different types, one after the other.
private struct ArgumentList: StatementArgument {
    private let arguments: [any StatementArgument]

    init(_ arguments: [any StatementArgument]) { self.arguments = arguments }

    /// Reads the columns of a row, which are not `NULL`.
    init(_ row: ResultRow, _ types: [ColumnType]) {
        arguments = types.enumerated()
            .map { index, type in
                let column = Int32(index)
                return switch type {
                case .integer: row.int64(column)
                case .truth: row.bool(column)
                case .text: row.text(column)
                case .bytes: row.data(column)
                }
            }
    }

    func bind(to parameters: any StatementParameters) {
        for argument in arguments { argument.bind(to: parameters) }
    }
}
