import TimelineCore

/// A comparison of a store's derived tables with a projection from scratch.
///
/// The keys of all wrong rows are written to tables of the scratch database, from which a repair
/// reads them. The number of wrong rows is therefore not limited by memory.
struct ProjectionComparison {
    /// A connection to the scratch database, as in ``ScratchProjection``.
    let connection: any SQLConnection
    /// The differences, of which the first ``DoctorFindingText/limit`` rows of each table are described.
    private(set) var differences: [HealthFinding] = []

    /// Compares all derived tables.
    ///
    /// - Parameters:
    ///   - connection: The connection of a ``ScratchProjection``, in the same transaction.
    ///   - dialect: The kind of the store's database.
    ///   - newestAllowed: The highest stamp that is not in the future.
    /// - Throws: `SQLiteError`.
    init(
        on connection: any SQLConnection,
        of dialect: SQLDialect,
        newestAllowed: PushID
    ) throws {
        self.connection = connection
        for table in DerivedTable.all { try compare(table) }
        try compareNewestStamps(newestAllowed)
        try connection.execute(
            """
            CREATE TABLE damaged_index (name TEXT NOT NULL);
            CREATE TABLE wrong_place (id INTEGER, post BLOB);
            CREATE TABLE wrong_text (row INTEGER PRIMARY KEY);
            CREATE TABLE stored_word (doc INTEGER, offset INTEGER, term TEXT);
            CREATE TABLE wrong_name (row INTEGER PRIMARY KEY);
            """
        )
        switch dialect {
        case .sqlite:
            try compareIndex("post_place") { try $0.comparePlaces() }
            try compareIndex("text_words") { try $0.compareTexts() }
            try compareIndex("user_search") { try $0.compareNames() }
        case .postgres: try comparePostgresIndexes()
        }
    }

    private func statement(_ sql: String) throws -> Statement { try Statement(sql, in: connection) }

    // MARK: Tables

    /// Finds and describes the wrong rows of a table.
    private mutating func compare(_ table: DerivedTable) throws {
        let columns = try Columns(of: table, in: connection)
        try find(table, columns)
        try describe(table, columns)
    }

    /// Finds the rows of a table that are missing, superfluous or different.
    ///
    /// The key finds the other row, so both tables are read in order.
    private func find(_ table: DerivedTable, _ columns: Columns) throws {
        let (stored, expected) = ("store.\(table.name)", "main.\(table.name)")
        let isSame = columns.key.map { "s.\($0) = e.\($0)" }.joined(separator: " AND ")
        let isMissing = "s.\(columns.key[0]) IS NULL"
        func isDifferent(_ names: [String]) -> String {
            names.isEmpty
                ? "0"
                : "(\(names.map { "s.\($0)" }.joined(separator: ", "))) IS NOT "
                    + "(\(names.map { "e.\($0)" }.joined(separator: ", ")))"
        }
        // A user without a profile has a row only if something refers to them.
        let fields = "e.username, e.display_name, e.bio, e.url, e.avatar_stamp"
        let isNeeded =
            table.name == "user" ? "(coalesce(\(fields)) NOT NULL OR e.is_deleted)" : "1"
        let steps = table.counts.map { ", ifnull(e.\($0), 0) - ifnull(s.\($0), 0) AS \($0)" }
            .joined()
        func keys(_ alias: String) -> String {
            columns.key.map { "\(alias).\($0) AS \($0)" }.joined(separator: ", ")
        }
        let isRow = "\(isMissing) OR \(isDifferent(columns.values))"
        try connection.execute(
            """
            CREATE TABLE \(table.wrong) AS
            SELECT \(keys("e")), \(isRow) AS is_row\(steps)
            FROM \(expected) e LEFT JOIN \(stored) s ON \(isSame)
            WHERE iif(\(isMissing), \(isNeeded), \(isDifferent(columns.values + table.counts)));
            INSERT INTO \(table.wrong)
            SELECT \(keys("s")), 1\(table.counts.map { ", -s.\($0)" }.joined())
            FROM \(stored) s WHERE NOT EXISTS (SELECT 1 FROM \(expected) e WHERE \(isSame))
            """
        )
    }

    /// Describes the first wrong rows of a table.
    private mutating func describe(_ table: DerivedTable, _ columns: Columns) throws {
        let values = columns.values + table.counts
        func list(_ alias: String) -> String {
            (columns.key + values).map { "\(alias).\($0)" }.joined(separator: ", ")
        }
        func join(_ schema: String, _ alias: String) -> String {
            let isSame = columns.key.map { "\(alias).\($0) = w.\($0)" }
            return "LEFT JOIN \(schema).\(table.name) \(alias) ON "
                + isSame.joined(separator: " AND ")
        }
        var rows: [WrongRow] = []
        let count = Int32(columns.key.count + values.count)
        try statement(
            """
            SELECT \(list("s")), \(list("e")) FROM \(table.wrong) w
            \(join("store", "s")) \(join("main", "e")) LIMIT \(DoctorFindingText.limit)
            """
        )
        .forEach { row in
            rows.append(
                WrongRow(
                    stored: row.isNull(0) ? nil : (0..<count).map(row.shown),
                    expected: row.isNull(count) ? nil : (count..<2 * count).map(row.shown)
                )
            )
        }
        let sentences = try rows.flatMap { try describe($0, table, columns.key, values) }
        try add(sentences, table.wrong, of: table.name)
    }

    /// Adds the sentences about the first wrong rows, and the number of the others.
    private mutating func add(_ sentences: [String], _ list: String, of table: String) throws {
        differences += sentences.map { .projectionWrong($0) }
        let count = try statement("SELECT count(*) FROM \(list)").first { $0.int(0) } ?? 0
        let others = count - DoctorFindingText.limit
        guard others > 0 else { return }
        differences.append(
            .projectionWrong(DoctorFindingText.more(others, of: table), count: others)
        )
    }

    /// A row in both databases, as messages show its columns.
    private struct WrongRow {
        let stored: [String?]?
        let expected: [String?]?
    }

    private func describe(
        _ row: WrongRow,
        _ table: DerivedTable,
        _ key: [String],
        _ values: [String]
    ) throws -> [String] {
        let columns = key + values
        func named(_ row: [String?]) throws -> [String: String] {
            var named: [String: String] = [:]
            for (column, value) in zip(columns, row) {
                named[column] = try name(value, in: column, of: table.name)
            }
            return named
        }
        let (stored, expected) = (try row.stored.map(named), try row.expected.map(named))
        guard let known = expected ?? stored else { return [] }
        let subject = DoctorFindingText.subject(table.name, known)
        guard let stored else { return [DoctorFindingText.missing(subject)] }
        guard let expected else { return [DoctorFindingText.superfluous(subject)] }
        return values.filter { stored[$0] != expected[$0] }
            .map { DoctorFindingText.wrong($0, of: subject, stored[$0], expected: expected[$0]) }
    }

    /// Returns a value as messages show it: the username for the row ID of a user.
    private func name(_ value: String?, in column: String, of table: String) throws -> String? {
        let isUser =
            ["author", "post_author", "follower", "followed"].contains(column)
            || column == "user" && table == "post_like" || column == "id" && table == "user"
        guard isUser, let rowID = value.flatMap({ Int64($0) }) else { return value }
        return try statement("SELECT ifnull('@' || shown_name, uuid) FROM main.user WHERE id = ?")
            .first(rowID) { $0.shown(0) } ?? value
    }

    /// Finds users whose newest stamp is older than one of their records, or in the future unlike all
    /// of them, and wrong counters of the store.
    ///
    /// Otherwise, a newest stamp may be newer, because a record that is no longer held has a stamp
    /// that must not be used again.
    private mutating func compareNewestStamps(_ newestAllowed: PushID) throws {
        try connection.execute(
            """
            CREATE TABLE wrong_stamp (id INTEGER, uuid BLOB, expected BLOB, stored BLOB);
            CREATE TABLE wrong_clock (epoch INTEGER);
            """
        )
        try statement(
            """
            INSERT INTO wrong_stamp
            SELECT e.id, e.uuid, e.newest_stamp, s.newest_stamp
            FROM main.user e JOIN store.user s ON s.id = e.id
            WHERE s.newest_stamp < e.newest_stamp
                OR s.newest_stamp > ?1 AND s.newest_stamp > e.newest_stamp
            """
        )
        .run(newestAllowed)
        try statement(
            """
            INSERT INTO wrong_clock SELECT e.epoch
            FROM (
                SELECT max(max(newest_stamp), ?1) AS limit_stamp, max(newest_stamp) AS newest,
                    (SELECT epoch FROM main.clock) AS epoch FROM main.user
            ) e JOIN store.clock s
            WHERE s.newest < e.newest OR s.newest > e.limit_stamp OR s.epoch < e.epoch
            """
        )
        .run(newestAllowed)
        let rows = try statement(
            "SELECT id, stored, expected FROM wrong_stamp LIMIT \(DoctorFindingText.limit)"
        )
        .all { ($0.shown(0), $0.shown(1), $0.shown(2)) }
        let sentences = try rows.map { row in
            let user = try name(row.0, in: "id", of: "user") ?? ""
            return DoctorFindingText.wrong("newest_stamp", of: user, row.1, expected: row.2)
        }
        try add(sentences, "wrong_stamp", of: "user")
        if try statement("SELECT 1 FROM wrong_clock").exists() {
            differences.append(.projectionWrong(DoctorFindingText.wrongClock))
        }
    }

    // MARK: Indexes

    /// Compares an index of one of SQLite's extensions, whose tables can be damaged in ways that
    /// SQLite's own check does not find.
    private mutating func compareIndex(
        _ name: String,
        _ compare: (inout ProjectionComparison) throws -> Void
    ) throws {
        do {
            try compare(&self)
        } catch  where connection.isDamage(error) {
            try statement("INSERT INTO damaged_index VALUES (?)").run(name)
            differences.append(
                .projectionWrong(DoctorFindingText.sentence(DoctorFindingText.damagedIndex(name)))
            )
        }
    }

    /// Compares the R-tree of posts.
    ///
    /// The tree has no index on posts, so the posts of both trees are copied to tables.
    private mutating func comparePlaces() throws {
        let bounds = """
            min_latitude, max_latitude, min_longitude, max_longitude, min_week, max_week, latitude,
            longitude
            """
        // An error must not interrupt a write, because the scratch database has no journal.
        try statement("SELECT * FROM store.post_place").forEach { _ in }
        try connection.execute(
            """
            CREATE TABLE expected_place AS SELECT post, \(bounds) FROM main.post_place;
            CREATE UNIQUE INDEX expected_place_post ON expected_place (post);
            CREATE TABLE stored_place AS SELECT id, post, \(bounds) FROM store.post_place;
            CREATE INDEX stored_place_post ON stored_place (post);
            INSERT INTO wrong_place
            SELECT s.id, s.post FROM stored_place s LEFT JOIN expected_place e ON e.post = s.post
            WHERE e.post IS NULL OR (\(bounds.qualified("s"))) IS NOT (\(bounds.qualified("e")))
                OR EXISTS (SELECT 1 FROM stored_place d WHERE d.post = s.post AND d.id <> s.id)
            UNION ALL
            SELECT NULL, e.post FROM expected_place e
            WHERE NOT EXISTS (SELECT 1 FROM stored_place s WHERE s.post = e.post);
            """
        )
        let sentences = try statement(
            "SELECT DISTINCT post FROM wrong_place LIMIT \(DoctorFindingText.limit)"
        )
        .all { DoctorFindingText.wrongPlace($0.shown(0)) }
        try add(sentences, "wrong_place", of: "post_place")
    }

    /// Compares the words of texts.
    ///
    /// FTS5 deletes exactly the words that it is told to, so a repair needs the stored words. One more
    /// pass over the index copies those of the wrong rows.
    private mutating func compareTexts() throws {
        let rows = try differentRows("store.text_vocabulary", "main.text_vocabulary")
        try list(rows, in: "wrong_text")
        guard !rows.isEmpty else { return }
        try connection.execute(
            """
            INSERT INTO stored_word SELECT doc, offset, term FROM store.text_vocabulary
            WHERE doc IN (SELECT row FROM wrong_text);
            CREATE INDEX stored_word_doc ON stored_word (doc, offset);
            """
        )
        let sentences = rows.prefix(DoctorFindingText.limit)
            .map { rowID in
                let first = TextID.pushIDs(inRow: rowID).0.description
                return DoctorFindingText.wrongWords(since: first, ofComments: rowID & 1 == 1)
            }
        try add(sentences, "wrong_text", of: "text_words")
    }

    /// Returns the rows with different words in two vocabularies.
    private func differentRows(_ stored: String, _ expected: String) throws -> [Int64] {
        try IndexFingerprint(
            statement("SELECT term, doc, offset FROM \(stored)"),
            statement("SELECT term, doc, offset FROM \(expected)")
        )
        .differentRows
    }

    /// Writes row IDs to a table.
    private func list(_ rows: [Int64], in table: String) throws {
        let insert = try statement("INSERT INTO \(table) VALUES (?)")
        for row in rows { try insert.run(row) }
    }

    private mutating func compareNames() throws {
        try connection.execute(
            """
            CREATE VIRTUAL TABLE temp.stored_name USING fts5vocab (store, user_search, instance);
            CREATE VIRTUAL TABLE temp.expected_name USING fts5vocab (main, user_search, instance);
            """
        )
        let rows = try differentRows("temp.stored_name", "temp.expected_name")
        try list(rows, in: "wrong_name")
        let sentences = try rows.prefix(DoctorFindingText.limit)
            .map { rowID in
                DoctorFindingText.wrongNames(of: try name("\(rowID)", in: "id", of: "user") ?? "")
            }
        try add(sentences, "wrong_name", of: "user_search")
    }

    // MARK: PostgreSQL's indexes

    /// Compares the words and places that PostgreSQL's tables have with those of the projection.
    private mutating func comparePostgresIndexes() throws {
        try buildPostgresIndexes()
        for table in DerivedTable.postgresIndexes {
            try find(table, Columns(of: table, in: connection))
        }
        let texts = try statement(
            "SELECT id, is_comment FROM wrong_indexed_text LIMIT \(DoctorFindingText.limit)"
        )
        .all { DoctorFindingText.wrongWords(of: $0.shown(0), isComment: $0.bool(1)) }
        try add(texts, "wrong_indexed_text", of: "text_word")
        let places = try statement(
            "SELECT DISTINCT post FROM wrong_post_cell LIMIT \(DoctorFindingText.limit)"
        )
        .all { DoctorFindingText.wrongPlace($0.shown(0)) }
        try add(places, "wrong_post_cell", of: "post_cell")
    }

    private func buildPostgresIndexes() throws {
        try connection.execute(Schema.comparedIndexes)
        let tables = SharedTables(connection: connection)
        let insertText = try statement("INSERT INTO main.indexed_text VALUES (?, ?, ?)")
        for isComment in [false, true] {
            try tables.forEachText(ofComments: isComment) { id, words in
                let list = words.list
                if !list.isEmpty { try insertText.run(id.pushID, isComment, list) }
            }
        }
        let insertPlace = try statement("INSERT INTO main.post_cell VALUES (?, ?, ?, ?)")
        try tables.forEachPlace { post, place in
            let cell = SharedTables.cell(at: place)
            try insertPlace.run(cell, post, place.latitudeE7, place.longitudeE7)
        }
    }
}

/// The columns of a derived table.
private struct Columns {
    /// The columns of the primary key.
    var key: [String] = []
    /// All other columns that are compared, apart from counts.
    var values: [String] = []

    init(of table: DerivedTable, in connection: any SQLConnection) throws {
        try Statement("SELECT name, pk FROM pragma_table_info(?, 'main')", in: connection)
            .forEach(table.name) { row in
                let name = row.text(0)
                if row.int(1) > 0 {
                    key.append(name)
                } else if !table.counts.contains(name), !table.ignored.contains(name) {
                    values.append(name)
                }
            }
    }
}

extension String {
    /// Puts an alias in front of each name in a list.
    fileprivate func qualified(_ alias: String) -> String {
        split { $0 == "," || $0.isWhitespace }.map { "\(alias).\($0)" }.joined(separator: ", ")
    }
}
