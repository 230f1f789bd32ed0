import TimelineCore

/// The index of words in PostgreSQL, where it is a table with a row for each word of each text.
///
/// SQLite has an index of its own for this (`SharedTables+Texts.swift`). The words are those of
/// ``TokenizedText`` in both, so searches have the same results.
extension SharedTables {
    /// Writes the words that a text has gained, and deletes those that it has lost.
    func writeWords(of change: ChangedText) throws {
        let previous = change.previousWords.distinct
        let current = change.currentWords.distinct
        let (lost, gained) = (previous.subtracting(current), current.subtracting(previous))
        if !lost.isEmpty {
            try statement(
                """
                DELETE FROM text_word
                WHERE id = ? AND is_comment = ? AND word = ANY (CAST(? AS TEXT[]))
                """
            )
            .run(change.id.pushID, change.id.isComment, TextArray(lost))
        }
        if !gained.isEmpty {
            try statement(
                """
                INSERT INTO text_word SELECT unnest(CAST(? AS TEXT[])), ?, ? ON CONFLICT DO NOTHING
                """
            )
            .run(TextArray(gained), change.id.pushID, change.id.isComment)
        }
    }
}

extension TokenizedText {
    /// The words without repetitions.
    var distinct: Set<String> {
        var words: Set<String> = []
        forEachWord { words.insert(String(decoding: $0, as: UTF8.self)) }
        return words
    }
}
