import TimelineCore

/// The index of words is a contentless FTS5 table: it stores where words occur, not the texts,
/// which are in `post` and `comment`.
///
/// Words reach it tokenized and normalized, because SQLite's own tokenizers would disagree with the
/// in-memory repository. The table `word` counts occurrences, for completing the last word of a
/// search.
///
/// Deleting from a contentless table needs the former words, exactly. With other words FTS5 would
/// leave entries behind, or remove those of other rows, without an error; so every caller derives
/// them from the texts, and the doctor compares the index with the texts (decision 11).
extension SharedTables {
    /// Replaces the words of a row of `text_words`; an empty text stands for no row.
    ///
    /// - Parameters:
    ///   - rowID: the row.
    ///   - previous: exactly the words that the index has for it.
    ///   - current: the new words.
    /// - Throws: `DatabaseError`.
    func replaceWords(at rowID: Int64, _ previous: String, with current: String) throws {
        guard previous != current else { return }
        if !previous.isEmpty {
            // A table without contents cannot look up which words to delete
            // (https://sqlite.org/fts5.html, section 6.2).
            try statement(
                "INSERT INTO text_words (text_words, rowid, words) VALUES ('delete', ?, ?)"
            )
            .run(rowID, previous)
        }
        try insertWords(current, at: rowID)
    }

    /// Adds a row to `text_words` that does not exist.
    ///
    /// An empty text adds no row.
    func insertWords(_ words: String, at rowID: Int64) throws {
        guard !words.isEmpty else { return }
        try statement("INSERT INTO text_words (rowid, words) VALUES (?, ?)").run(rowID, words)
    }

    /// The words of a row that these texts share, oldest text first.
    ///
    /// A phrase may thus match across the border of two texts; `texts(matching:)` tests each text
    /// by itself.
    static func words(of texts: [(id: TextID, words: TokenizedText)]) -> String {
        guard texts.count > 1 else { return texts.first?.words.text ?? "" }
        return texts.sorted { $0.id < $1.id }.map(\.words.text).filter { !$0.isEmpty }
            .joined(separator: " ")
    }

    /// Adds changes to the numbers of occurrences.
    ///
    /// A word that occurs nowhere any more is deleted.
    ///
    /// - Parameter words: the differences of the transaction.
    /// - Throws: `DatabaseError`.
    func write(_ words: WordCounts) throws {
        // A count that has gone wrong stops at 0 until a repair, instead of failing every later
        // batch.
        let upsert = try statement(
            """
            INSERT INTO word VALUES (?1, max(0, ?2))
            ON CONFLICT DO UPDATE SET count = max(0, count + ?2)
            """
        )
        let delete = try statement("DELETE FROM word WHERE text = ? AND count = 0")
        for (word, step) in words.steps where step != 0 {
            try upsert.run(word, step)
            if step < 0 { try delete.run(word) }
        }
    }
}
