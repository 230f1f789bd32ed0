import TimelineCore

/// A row of `text_words` that differed from its texts in the snapshot of an audit.
///
/// Both the stored and the expected words are needed for a repair, because FTS5 deletes exactly the
/// words that are passed to it.
struct WrongRow {
    /// The row ID in the index, which is odd for comments.
    let rowID: Int64
    /// The words in the index, separated by spaces.
    let stored: String
    /// The words of the texts, separated by spaces.
    let expected: String
}

extension SharedTables {
    /// Reads the wrong rows of `text_words` from the index, in one pass.
    ///
    /// This method must run in the snapshot of the audit. Only the words of the given rows are held
    /// in memory.
    ///
    /// - Parameter rowIDs: The rows of `text_words`, without duplicates.
    /// - Returns: The rows, in the given order.
    /// - Throws: `SQLiteError`.
    func wrongRows(at rowIDs: [Int64]) throws -> [WrongRow] {
        var stored = Dictionary(uniqueKeysWithValues: rowIDs.map { ($0, [(Int64, String)]()) })
        try statement("SELECT term, doc, offset FROM text_vocabulary")
            .forEach { row in stored[row.int64(1)]?.append((row.int64(2), row.text(0))) }
        return try rowIDs.map { rowID in
            let words = (stored[rowID] ?? []).sorted { $0.0 < $1.0 }.map(\.1)
            return WrongRow(
                rowID: rowID,
                stored: words.joined(separator: " "),
                expected: try expectedWords(at: rowID)
            )
        }
    }

    /// Returns the words that a row should contain, based on the current texts.
    private func expectedWords(at rowID: Int64) throws -> String {
        Self.words(of: try texts(in: rowID).map { ($0.id, TokenizedText(of: $0.text)) })
    }

    /// Replaces the words of a row, unless its texts have changed since the audit.
    ///
    /// FTS5 deletes exactly the words that are passed to it. After another write, the words from
    /// the snapshot may no longer be correct, so the next round of the audit examines the row
    /// again.
    func repair(_ row: WrongRow) throws {
        guard try expectedWords(at: row.rowID) == row.expected else { return }
        try replaceWords(at: row.rowID, row.stored, with: row.expected)
    }

    /// Recounts the occurrences of a word in the index.
    ///
    /// If the word no longer occurs, its row is deleted.
    func recount(word: String) throws {
        let count =
            try statement("SELECT count(*) FROM text_vocabulary WHERE term = ?")
            .first(word) { $0.int(0) } ?? 0
        guard count > 0 else {
            try statement("DELETE FROM word WHERE text = ?").run(word)
            return
        }
        try statement("INSERT INTO word VALUES (?1, ?2) ON CONFLICT DO UPDATE SET count = ?2")
            .run(word, count)
    }
}
