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

    /// Returns the newest texts that match a pattern.
    ///
    /// One statement finds the texts that contain a word of each part. Texts are read only to test
    /// phrases of several words.
    func texts(
        matching pattern: TextPattern,
        before: TextID,
        from oldest: TextID,
        limit: Int
    ) throws -> [TextID] {
        let query = WordQuery(pattern)
        var texts: [TextID] = []
        var start = before
        while texts.count < limit {
            let candidates = try candidates(query, before: start, from: oldest, limit: limit)
            texts += try query.isExact ? candidates : candidates.filter { try matches($0, pattern) }
            guard let last = candidates.last, candidates.count == limit else { break }
            start = last
        }
        return Array(texts.prefix(limit))
    }

    private func candidates(
        _ query: WordQuery,
        before: TextID,
        from oldest: TextID,
        limit: Int
    ) throws -> [TextID] {
        try statement(query.sql)
            .all(
                before.pushID,
                before.isComment,
                oldest.pushID,
                oldest.isComment,
                limit,
                query.words
            ) { TextID($0.pushID(0), isComment: $0.bool(1)) }
    }

    private func matches(_ id: TextID, _ pattern: TextPattern) throws -> Bool {
        guard let text = try text(id) else { return false }
        return pattern.matches(Tokenizer.all(in: text.searchable))
    }
}

/// A query for the texts with words of a pattern.
private struct WordQuery {
    /// The words of each condition, any of which satisfies it.
    let words: [TextArray]
    /// Whether all texts that the query finds match the pattern.
    let isExact: Bool

    init(_ pattern: TextPattern) {
        // A part with one phrase of several words requires each of them.
        words = pattern.parts.flatMap { phrases in
            phrases.count == 1
                ? Set(phrases[0]).sorted().map { TextArray([$0]) }
                : [TextArray(Set(phrases.flatMap { $0.prefix(1) }))]
        }
        isExact = pattern.parts.allSatisfy { $0.allSatisfy { $0.count == 1 } }
    }

    var sql: String {
        let conditions = words.indices.dropFirst()
            .map { index in
                """
                AND EXISTS (
                    SELECT 1 FROM text_word o WHERE o.id = w.id AND o.is_comment = w.is_comment
                        AND o.word = ANY (CAST(?\(index + 6) AS TEXT[]))
                )
                """
            }
        return """
            SELECT DISTINCT w.id, w.is_comment FROM text_word w
            WHERE w.word = ANY (CAST(?6 AS TEXT[])) AND (w.id, w.is_comment) < (?1, ?2)
                AND (w.id, w.is_comment) >= (?3, ?4)
                \(conditions.joined(separator: "\n"))
            ORDER BY w.id DESC, w.is_comment DESC LIMIT ?5
            """
    }
}

extension TokenizedText {
    /// The words without repetitions.
    fileprivate var distinct: Set<String> {
        var words: Set<String> = []
        forEachWord { words.insert(String(decoding: $0, as: UTF8.self)) }
        return words
    }
}
