import TimelineCore

/// Searches in the index of words in PostgreSQL, where it is a table with a row for each word of each
/// text.
///
/// SQLite has an index of its own for this (`ReadTransaction+Search.swift`). The words are those of
/// ``TokenizedText`` in both, so searches have the same results.
extension ReadTransaction {
    /// Returns the newest texts that match a pattern.
    ///
    /// One statement finds the texts that contain the words of each part, with the texts themselves, in
    /// which phrases of several words are tested. A question about texts that were already found takes
    /// none.
    func wordTableTexts(
        matching pattern: TextPattern,
        before: TextID,
        from oldest: TextID,
        limit: Int
    ) throws -> [TextID] {
        let query = WordQuery(pattern)
        if before == .max, let searched = completion.searched,
            searched.words == Set(query.words), searched.from <= oldest
        {
            return completion.found.values
                .filter { $0.id >= oldest && pattern.matches($0.words) }.map(\.id).sorted(by: >)
                .prefix(limit).map(\.self)
        }
        let size = min(limit, Self.largestPart)
        var texts: [TextID] = []
        var start = before
        while texts.count < limit {
            let found = try found(query, before: start, from: oldest, limit: size)
            for text in found { completion.found[text.id] = text }
            texts += found.filter { query.isExact || pattern.matches($0.words) }.map(\.id)
            guard let last = found.last, found.count == size else {
                start = oldest
                break
            }
            start = last.id
        }
        // A ranking asks for the texts with the phrase among those that it has.
        if before == .max { completion.searched = (Set(query.words), start) }
        return Array(texts.prefix(limit))
    }

    /// The maximum number of texts that one statement returns.
    private static let largestPart = 512

    private func found(
        _ query: WordQuery,
        before: TextID,
        from oldest: TextID,
        limit: Int
    ) throws -> [FoundText] {
        try statement(query.sql(tables))
            .all(
                before.pushID,
                before.isComment,
                oldest.pushID,
                oldest.isComment,
                limit,
                query.words
            ) { row in
                let id = TextID(row.pushID(0), isComment: row.bool(1))
                let text = IndexedText(
                    text: row.text(4),
                    details: SharedTables.details(row, at: 5),
                    post: row.id(2)
                )
                return FoundText(
                    id: id,
                    post: text.post,
                    author: row.isNull(3) ? nil : row.userID(3),
                    words: Tokenizer.all(in: text.searchable)
                )
            }
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

    func sql(_ tables: SharedTables) -> String {
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
            SELECT f.id, f.is_comment, coalesce(c.post, f.id), a.uuid,
                CASE WHEN f.is_comment THEN c.text ELSE p.caption END, p.place_name, \(tables.altsSQL)
            FROM (
                SELECT DISTINCT w.id, w.is_comment FROM text_word w
                WHERE w.word = ANY (CAST(?6 AS TEXT[])) AND (w.id, w.is_comment) < (?1, ?2)
                    AND (w.id, w.is_comment) >= (?3, ?4)
                    \(conditions.joined(separator: "\n"))
                ORDER BY w.id DESC, w.is_comment DESC LIMIT ?5
            ) f
            LEFT JOIN comment c ON f.is_comment AND c.id = f.id LEFT JOIN user a ON a.id = c.author
            LEFT JOIN post p ON NOT f.is_comment AND p.id = f.id
            ORDER BY f.id DESC, f.is_comment DESC
            """
    }
}
