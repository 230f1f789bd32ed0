import Foundation
import GRDB
import TimelineCore

extension SQLiteSocial {
    func texts(
        matching pattern: TextPattern,
        before: TextID,
        from oldest: TextID,
        limit: Int
    ) throws -> [TextID] {
        guard limit > 0, !pattern.parts.isEmpty else { return [] }
        let statement = try HotStatement(
            """
            SELECT rowid FROM text_words WHERE text_words MATCH ? AND rowid <= ? AND rowid >= ?
            ORDER BY rowid DESC
            """,
            in: database
        )
        statement.bind(pattern.expression, at: 1)
        // Rows of comments come above those of posts of the same moment.
        statement.bind(before.row | 1, at: 2)
        statement.bind(oldest.row & ~1, at: 3)
        var found: [TextID] = []
        var moment: [Int64] = []
        func take() throws {
            var ids = try moment.flatMap(textIDs(in:))
            if ids.count > 1 {
                // A row of one text was found by its words; others have to be told apart.
                ids = try moment.flatMap(texts(in:))
                    .filter { pattern.matches(Tokenizer.all(in: $0.text)) }.map(\.id)
            }
            moment = []
            found += ids.filter { $0 < before && $0 >= oldest }.sorted(by: >)
        }
        try statement.forEach { row in
            if let first = moment.first, first >> 1 != row.int(0) >> 1 { try take() }
            guard found.count < limit else { return false }
            moment.append(row.int(0))
            return true
        }
        try take()
        return Array(found.prefix(limit))
    }
}

extension TextPattern {
    /// The pattern as an expression of FTS5 (https://sqlite.org/fts5.html, section 3).
    ///
    /// Words are letters, marks, digits and emoji, so no quotation mark can end a string early.
    fileprivate var expression: String {
        parts.map { "(" + $0.map(Self.quoted).joined(separator: " OR ") + ")" }
            .joined(separator: " AND ")
    }

    private static func quoted(_ phrase: Phrase) -> String {
        "\"" + phrase.joined(separator: " ") + "\""
    }
}
