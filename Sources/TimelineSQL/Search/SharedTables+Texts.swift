import TimelineCore

extension SharedTables {
    /// Returns a caption or comment in the form that the search indexes need, or `nil` if it does
    /// not exist.
    ///
    /// The texts of deleted accounts are included until they are deleted, because the indexes still
    /// contain them.
    func text(_ id: TextID) throws -> IndexedText? {
        switch id {
        case .caption(let post):
            return try statement(
                "SELECT p.caption, p.place_name, \(altsSQL) FROM post p WHERE p.id = ?"
            )
            .first(post) { row in
                IndexedText(
                    text: row.text(0),
                    details: Self.details(row, at: 1),
                    post: post,
                    isByAuthor: true
                )
            }
        case .comment(let comment):
            return try statement(
                """
                SELECT c.text, c.post, c.author = p.author FROM comment c JOIN post p ON p.id = c.post
                WHERE c.id = ?
                """
            )
            .first(comment) {
                IndexedText(text: $0.text(0), post: $0.id(1), isByAuthor: $0.bool(2))
            }
        }
    }

    /// A subquery for the descriptions of the photos of post `p`, in order and separated by line
    /// breaks.
    var altsSQL: String {
        """
        (SELECT \(connection.dialect.lines("alt")) FROM (
            SELECT alt FROM photo WHERE post = p.id AND alt IS NOT NULL ORDER BY position
        ) alts)
        """
    }

    /// Reads the name of a place and the descriptions of photos from two columns.
    static func details(_ row: ResultRow, at column: Int32) -> String {
        PostDetails.text(
            placeName: row.optionalText(column),
            alts: [row.optionalText(column + 1)]
        )
    }

    /// Returns the texts in a row of `text_words`, in the form that searches match, oldest first.
    ///
    /// A row covers a range of push IDs (``TextID/pushIDs(inRow:)``), which usually contains only
    /// one text. The query reads a range of the primary key of `post` or `comment`.
    func texts(in rowID: Int64) throws -> [(id: TextID, text: String)] {
        let (first, last) = TextID.pushIDs(inRow: rowID)
        let isComment = rowID & 1 == 1
        return try statement(
            isComment
                ? "SELECT id, text, NULL, NULL FROM comment WHERE id BETWEEN ? AND ?"
                : """
                SELECT p.id, p.caption, p.place_name, \(altsSQL) FROM post p
                WHERE p.id BETWEEN ? AND ?
                """
        )
        .all(first, last) { row in
            let text = PostDetails.searchable(
                caption: row.text(1),
                details: Self.details(row, at: 2)
            )
            return (TextID(row.pushID(0), isComment: isComment), text)
        }
    }

    /// Calls `body` with the words of each caption or comment, oldest first.
    func forEachText(
        ofComments isComment: Bool,
        _ body: (TextID, TokenizedText) throws -> Void
    ) throws {
        try statement(
            isComment
                ? "SELECT id, text, NULL, NULL FROM comment ORDER BY id"
                : """
                SELECT p.id, p.caption, p.place_name, \(altsSQL) FROM post p ORDER BY p.id
                """
        )
        .scan { row in
            let text = PostDetails.searchable(
                caption: row.text(1),
                details: Self.details(row, at: 2)
            )
            try body(TextID(row.pushID(0), isComment: isComment), TokenizedText(of: text))
            return true
        }
    }

    /// Returns the IDs of the texts in a row of `text_words`, oldest first, without reading the
    /// texts.
    func textIDs(in rowID: Int64) throws -> [TextID] {
        let (first, last) = TextID.pushIDs(inRow: rowID)
        let isComment = rowID & 1 == 1
        return try statement(
            "SELECT id FROM \(isComment ? "comment" : "post") WHERE id BETWEEN ? AND ?"
        )
        .all(first, last) { TextID($0.pushID(0), isComment: isComment) }
    }
}

/// Access to the index of words, which is a contentless FTS5 table.
///
/// The table stores the positions of words, but not the texts, which are in `post` and `comment`.
/// Words are tokenized and normalized before they are written to the index, because SQLite's own
/// tokenizers would produce results that differ from those of the in-memory repository. The table
/// `word` contains the number of occurrences of each word, for completing the last word of a
/// search.
///
/// Deleting a row from a contentless table requires exactly the words that it contains. With any
/// other words, FTS5 would silently leave entries behind or remove those of other rows. Every
/// caller therefore derives the words from the texts, and the doctor compares the index with a new
/// one (decision 11).
extension SharedTables {
    /// Replaces the words of a row of `text_words`, where an empty string means that the row does
    /// not exist.
    ///
    /// - Parameters:
    ///   - rowID: The ID of the row.
    ///   - previous: Exactly the words that the index contains for the row.
    ///   - current: The new words.
    /// - Throws: A database error.
    func replaceWords(at rowID: Int64, _ previous: String, with current: String) throws {
        guard previous != current else { return }
        if !previous.isEmpty {
            // A table without contents cannot look up the words to delete
            // (https://sqlite.org/fts5.html, section 6.2).
            try statement(
                "INSERT INTO text_words (text_words, rowid, words) VALUES ('delete', ?, ?)"
            )
            .run(rowID, previous)
        }
        try insertWords(current, at: rowID)
    }

    /// Inserts a new row into `text_words`.
    ///
    /// If `words` is empty, no row is inserted.
    func insertWords(_ words: String, at rowID: Int64) throws {
        guard !words.isEmpty else { return }
        try statement("INSERT INTO text_words (rowid, words) VALUES (?, ?)").run(rowID, words)
    }

    /// Returns the words of a row that contains the given texts, oldest text first.
    ///
    /// A phrase may match across the boundary of two texts, so `texts(matching:)` tests each text
    /// separately.
    static func words(of texts: [(id: TextID, words: TokenizedText)]) -> String {
        guard texts.count > 1 else { return texts.first?.words.text ?? "" }
        return texts.sorted { $0.id < $1.id }.map(\.words.text).filter { !$0.isEmpty }
            .joined(separator: " ")
    }

    /// Returns the words that a row should contain, based on the current texts.
    func words(at rowID: Int64) throws -> String {
        Self.words(of: try texts(in: rowID).map { ($0.id, TokenizedText(of: $0.text)) })
    }

    /// Updates the number of occurrences of each changed word.
    ///
    /// Words that no longer occur are deleted.
    ///
    /// - Parameter words: The changes of the transaction.
    /// - Throws: A database error.
    func write(_ words: WordCounts) throws {
        try write(words.steps, to: "word", "text", "count")
    }

    /// Adds differences to the counts of words or tags, and deletes those that become 0.
    ///
    /// - Parameters:
    ///   - steps: The differences by name.
    ///   - table: The table.
    ///   - key: The column of the names.
    ///   - count: The column of the counts.
    /// - Throws: A database error.
    func write(
        _ steps: [String: Int],
        to table: String,
        _ key: String,
        _ count: String
    ) throws {
        // All transactions lock rows in the same order.
        let steps = steps.filter { $0.value != 0 }.sorted { $0.key < $1.key }
        guard !connection.countsInParts else {
            return try addParts(to: "\(table)_part", of: steps.map { ($0.key, $0.value) })
        }
        let upsert = try statement(
            """
            INSERT INTO \(table) VALUES (?1, \(connection.dialect.stored("?2"))) ON CONFLICT (\(key))
            DO UPDATE SET \(count) = \(connection.dialect.stored("\(table).\(count) + ?2"))
            """
        )
        let delete = try statement("DELETE FROM \(table) WHERE \(key) = ? AND \(count) = 0")
        for (name, step) in steps {
            try upsert.run(name, step)
            if step < 0 { try delete.run(name) }
        }
    }
}
