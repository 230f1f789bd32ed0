import TimelineCore

/// A row of `text_words` that differed from its texts in the snapshot of an audit.
///
/// Both texts are needed to replace the words: FTS5 deletes those that it is given.
struct WrongRow {
    /// The row of the index; an odd number for comments.
    let rowID: Int64
    /// The words in the index.
    let stored: String
    /// The words of the texts.
    let expected: String
}

extension SharedTables {
    /// Reads the differing rows of `text_words` from the index, in one pass.
    ///
    /// Needs the snapshot of the audit. Only the words of these rows are held in memory.
    ///
    /// - Parameter rowIDs: rows of `text_words`, each once.
    /// - Returns: the rows in the same order.
    /// - Throws: `DatabaseError`.
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

    /// The words that a row should have, by the texts as they are now.
    private func expectedWords(at rowID: Int64) throws -> String {
        Self.words(of: try texts(in: rowID).map { ($0.id, TokenizedText(of: $0.text)) })
    }

    /// Replaces the words of a row, unless its texts have changed since the audit.
    ///
    /// FTS5 deletes exactly the words that it is given. After another write the words of the
    /// snapshot no longer fit; the next round of the audit decides again.
    func repair(_ row: WrongRow) throws {
        guard try expectedWords(at: row.rowID) == row.expected else { return }
        try replaceWords(at: row.rowID, row.stored, with: row.expected)
    }

    /// Recounts the occurrences of a word in the index.
    ///
    /// A word that occurs nowhere loses its row.
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
