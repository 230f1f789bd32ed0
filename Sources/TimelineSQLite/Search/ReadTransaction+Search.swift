import TimelineCore

extension ReadTransaction {
    /// Reads a range of the words' primary key; the most frequent words of the range come first.
    ///
    /// The whole range is read and sorted, so a prefix of one letter costs as much as all words
    /// with it.
    func words(startingWith prefix: String, limit: Int) throws -> [String] {
        let range = prefix.prefixRange
        return try statement(
            "SELECT text FROM word WHERE text >= ? AND text < ? ORDER BY count DESC, text LIMIT ?"
        )
        .all(range.start, range.end, max(0, limit)) { $0.text(0) }
    }

    /// Reads the matching rows of `text_words` newest first, until the page is full.
    ///
    /// A caption and a comment of the same time have adjacent rows, and each may stand for several
    /// texts, so all rows of one time are collected before their texts are sorted.
    ///
    /// FTS5 returns rows in descending order of their row IDs without a sort, since these follow
    /// from the push IDs. A query for one word thus reads as many rows as the page has; for several
    /// words, FTS5 reads the rows of all of them in step, which takes long only if common words
    /// rarely occur together.
    ///
    /// - Parameters:
    ///   - pattern: the words and phrases; a pattern without parts matches nothing.
    ///   - before: the text above the first one returned.
    ///   - oldest: the oldest text that may be returned.
    ///   - limit: the maximum number of texts.
    /// - Returns: the IDs, newest first.
    /// - Throws: `DatabaseError`.
    func texts(
        matching pattern: TextPattern,
        before: TextID,
        from oldest: TextID,
        limit: Int
    ) throws -> [TextID] {
        guard limit > 0, !pattern.parts.isEmpty else { return [] }
        var texts: [TextID] = []
        var rowIDs: [Int64] = []
        // Adds the texts of the collected rows to the page.
        func takeRows() throws {
            texts += try self.texts(in: rowIDs, matching: pattern)
                .filter { $0 < before && $0 >= oldest }.sorted(by: >)
            rowIDs = []
        }
        try statement(
            """
            SELECT rowid FROM text_words WHERE text_words MATCH ? AND rowid <= ? AND rowid >= ?
            ORDER BY rowid DESC
            """
        )
        // The rows of comments come after those of captions of the same time.
        .scan(pattern.expression, before.rowID | 1, oldest.rowID & ~1) { row in
            let rowID = row.int64(0)
            if let first = rowIDs.first, first >> 1 != rowID >> 1 { try takeRows() }
            guard texts.count < limit else { return false }
            rowIDs.append(rowID)
            return true
        }
        try takeRows()
        return Array(texts.prefix(limit))
    }

    /// The texts of matching rows that match by themselves.
    ///
    /// A row of a single text, the usual case, needs no further test; its text is not read. Of
    /// several texts, each is tokenized and tested by Core, which defines a match.
    private func texts(in rowIDs: [Int64], matching pattern: TextPattern) throws -> [TextID] {
        let ids = try rowIDs.flatMap(tables.textIDs(in:))
        // A single text must be the reason why its row matches.
        guard ids.count > 1 else { return ids }
        return try rowIDs.flatMap(tables.texts(in:))
            .filter { pattern.matches(Tokenizer.all(in: $0.text)) }.map(\.id)
    }
}

extension TextPattern {
    /// The pattern in FTS5's query language (https://sqlite.org/fts5.html, section 3).
    ///
    /// Words consist of letters, marks, digits and emoji, so no quotation mark can end a string
    /// early.
    ///
    /// Each phrase is a string in quotation marks, in which FTS5 knows no operators; so no search
    /// can be a syntax error.
    fileprivate var expression: String {
        parts.map { "(" + $0.map(Self.quoted).joined(separator: " OR ") + ")" }
            .joined(separator: " AND ")
    }

    /// A phrase: its words must follow each other.
    private static func quoted(_ phrase: Phrase) -> String {
        "\"" + phrase.joined(separator: " ") + "\""
    }
}
