import TimelineCore

extension ReadTransaction {
    /// Reads a range of the words' primary key; the most frequent words of the range come first.
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
    fileprivate var expression: String {
        parts.map { "(" + $0.map(Self.quoted).joined(separator: " OR ") + ")" }
            .joined(separator: " AND ")
    }

    private static func quoted(_ phrase: Phrase) -> String {
        "\"" + phrase.joined(separator: " ") + "\""
    }
}
