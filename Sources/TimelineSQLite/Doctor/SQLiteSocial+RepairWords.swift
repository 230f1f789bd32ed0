import Foundation
import GRDB
import TimelineCore

/// A row of `text_words` that differs from its texts, as an audit's snapshot showed it.
struct WrongWords {
    let row: Int64
    /// The words that the index holds.
    let indexed: String
    /// The words that it should hold.
    let document: String
}

extension SQLiteSocial {
    /// Reads the rows of `text_words` that differ, with the words that the index holds for them.
    func wrongWords(at rows: [Int64]) throws -> [WrongWords] {
        guard !rows.isEmpty else { return [] }
        var indexed = Dictionary(uniqueKeysWithValues: rows.map { ($0, [(Int64, String)]()) })
        let statement = try HotStatement(
            "SELECT term, doc, offset FROM text_vocabulary",
            in: database
        )
        try statement.forEach { row in
            indexed[row.int(1)]?.append((row.int(2), row.text(0) ?? ""))
            return true
        }
        return try rows.map { row in
            let words = (indexed[row] ?? []).sorted { $0.0 < $1.0 }.map(\.1)
            return WrongWords(
                row: row,
                indexed: words.joined(separator: " "),
                document: try document(at: row)
            )
        }
    }

    private func document(at row: Int64) throws -> String {
        Self.document(of: try texts(in: row).map { ($0.id, TokenizedText(of: $0.text)) })
    }

    /// Replaces the words of a row.
    ///
    /// A table without contents deletes only words that it is given. Once the texts have changed, others have
    /// written the row, and the words of the snapshot no longer hold: the next audit looks again.
    func repair(_ wrong: WrongWords) throws {
        guard try document(at: wrong.row) == wrong.document else { return }
        try replaceWords(at: wrong.row, wrong.indexed, with: wrong.document)
    }

    /// Counts a word again, by the index.
    func recount(word: String) throws {
        let count: Int? = try one("SELECT count(*) FROM text_vocabulary WHERE term = ?", word)
        guard let count, count > 0 else {
            try run("DELETE FROM word WHERE text = ?", word)
            return
        }
        try run(
            "INSERT INTO word VALUES (?1, ?2) ON CONFLICT DO UPDATE SET count = ?2",
            word,
            count
        )
    }
}
