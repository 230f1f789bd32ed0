import Foundation
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

    /// Replaces the words that the index has for a text, which may not exist.
    ///
    /// - Parameters:
    ///   - id: The ID of the text, which may be no push ID in a damaged row.
    ///   - isComment: Whether the text is a comment.
    /// - Throws: A database error.
    func indexWords(of id: Data, isComment: Bool) throws {
        try statement("DELETE FROM text_word WHERE id = ? AND is_comment = ?").run(id, isComment)
        guard let text = PushID(bytes: id).map({ TextID($0, isComment: isComment) }),
            let current = try self.text(text)
        else { return }
        let words = TokenizedText(of: current.searchable).distinct
        try statement("INSERT INTO text_word SELECT unnest(CAST(? AS TEXT[])), ?, ?")
            .run(TextArray(words), id, isComment)
    }
}

extension TokenizedText {
    /// The words without repetitions.
    var distinct: Set<String> {
        var words: Set<String> = []
        forEachWord { words.insert(String(decoding: $0, as: UTF8.self)) }
        return words
    }

    /// The words as ``listSQL`` lists them.
    var list: String {
        distinct.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            .map { "\($0.utf8.count) \($0)" }.joined()
    }

    /// An aggregate in PostgreSQL that lists the words of a text without repetitions, in the order of
    /// their bytes, each after the number of its bytes.
    static let listSQL = """
        string_agg(CAST(octet_length(word) AS TEXT) || ' ' || word, '' ORDER BY word)
        """
}
