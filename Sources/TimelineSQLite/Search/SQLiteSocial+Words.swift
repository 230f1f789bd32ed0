import Foundation
import GRDB
import TimelineCore

extension SQLiteSocial {
    // MARK: The index of words

    /// Writes the changed texts of one row of `text_words`.
    func writeRow(_ changes: [ChangedText]) throws {
        guard let first = changes.first else { return }
        let others = try otherTexts(in: first.id.row, than: changes)
        guard changes.count > 1 || !others.isEmpty else {
            // Nearly always a row has one text.
            return try writeRow(first.id.row, first.formerWords.text, first.currentWords.text)
        }
        let kept = others.map { ($0.id, TokenizedText(of: $0.text)) }
        try writeRow(
            first.id.row,
            Self.document(of: kept + changes.map { ($0.id, $0.formerWords) }),
            Self.document(of: kept + changes.map { ($0.id, $0.currentWords) })
        )
    }

    private func writeRow(_ row: Int64, _ former: String, _ current: String) throws {
        guard former != current else { return }
        try replaceWords(at: row, former, with: current)
    }

    /// Replaces the words of a row; an empty text stands for no row.
    func replaceWords(at row: Int64, _ former: String, with current: String) throws {
        if !former.isEmpty {
            // A table without contents has to be told what it forgets.
            try writeWords(
                "INSERT INTO text_words (text_words, rowid, words) VALUES ('delete', ?, ?)",
                row,
                former
            )
        }
        try insertWords(current, at: row)
    }

    func insertWords(_ words: String, at row: Int64) throws {
        guard !words.isEmpty else { return }
        try writeWords("INSERT INTO text_words (rowid, words) VALUES (?, ?)", row, words)
    }

    /// The texts of a row that a batch has not changed.
    private func otherTexts(
        in row: Int64,
        than changes: [ChangedText]
    ) throws -> [(id: TextID, text: String)] {
        let isComment = row & 1 == 1
        if let batch, row > batch.newestRow(ofComments: isComment) { return [] }
        let changed = Set(changes.map(\.id))
        return try texts(in: row).filter { !changed.contains($0.id) }
    }

    /// The texts of a row, in order.
    func texts(in row: Int64) throws -> [(id: TextID, text: String)] {
        try texts(in: row, "id, caption", "id, text") { ($0, $1.text(1) ?? "") }
    }

    /// The identifiers of the texts of a row, in order.
    func textIDs(in row: Int64) throws -> [TextID] {
        try texts(in: row, "id", "id") { id, _ in id }
    }

    private func texts<Value>(
        in row: Int64,
        _ captionColumns: String,
        _ commentColumns: String,
        _ value: (TextID, HotRow) -> Value
    ) throws -> [Value] {
        let isComment = row & 1 == 1
        let statement = try HotStatement(
            isComment
                ? "SELECT \(commentColumns) FROM comment WHERE id BETWEEN ? AND ?"
                : "SELECT \(captionColumns) FROM post WHERE id BETWEEN ? AND ?",
            in: database
        )
        let (first, last) = TextID.identifiers(inRow: row)
        statement.bind(first, at: 1)
        statement.bind(last, at: 2)
        var values: [Value] = []
        try statement.forEach { row in
            values.append(value(TextID(row.pushID(0), isComment: isComment), row))
            return true
        }
        return values
    }

    /// What a row of these texts holds.
    static func document(of texts: [(id: TextID, words: TokenizedText)]) -> String {
        guard texts.count > 1 else { return texts.first?.words.text ?? "" }
        return texts.sorted { $0.id < $1.id }.map(\.words.text).filter { !$0.isEmpty }
            .joined(separator: " ")
    }

    private func writeWords(_ sql: String, _ row: Int64, _ words: String) throws {
        let statement = try HotStatement(sql, in: database)
        statement.bind(row, at: 1)
        statement.bind(words, at: 2)
        try statement.run()
    }

    // MARK: How often a word is written

    func write(_ words: WordCounts) throws {
        for (word, step) in words.steps where step != 0 {
            let statement = try HotStatement(
                """
                INSERT INTO word VALUES (?1, max(0, ?2))
                ON CONFLICT DO UPDATE SET count = max(0, count + ?2)
                """,
                in: database
            )
            statement.bind(word, at: 1)
            statement.bind(step, at: 2)
            try statement.run()
            if step < 0 { try run("DELETE FROM word WHERE text = ? AND count = 0", word) }
        }
    }

    func words(startingWith prefix: String, limit: Int) throws -> [String] {
        let (start, end) = Self.range(startingWith: prefix)
        return try rows(
            "SELECT text FROM word WHERE text >= ? AND text < ? ORDER BY count DESC, text LIMIT ?",
            start,
            end,
            max(0, limit)
        ) { $0[0] }
    }

    /// The bounds of the texts that begin so; no text has the byte FF.
    static func range(startingWith prefix: String) -> (start: String, end: String) {
        (prefix, prefix + "\u{10FFFF}\u{10FFFF}")
    }
}

/// How much more often each word is written.
struct WordCounts {
    private(set) var steps: [String: Int] = [:]

    mutating func add(_ change: ChangedText) {
        if change.former != nil { add(-1, for: change.formerWords) }
        if change.current != nil { add(1, for: change.currentWords) }
    }

    mutating func add(_ step: Int, for words: TokenizedText) {
        words.forEachWord { steps[String(decoding: $0, as: UTF8.self), default: 0] += step }
    }
}
