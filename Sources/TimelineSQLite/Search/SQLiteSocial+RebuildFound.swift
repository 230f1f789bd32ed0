import Foundation
import GRDB
import TimelineCore

extension SQLiteSocial {
    /// Makes all that posts are found by anew from posts and comments.
    func rebuildFound() throws {
        for table in ["word", "post_tag", "tag", "mention"] { try run("DELETE FROM \(table)") }
        try run("INSERT INTO text_words (text_words) VALUES ('delete-all')")
        var words = WordCounts()
        var tags: Set<TagRow> = []
        for isComment in [false, true] {
            try forEachRow(ofComments: isComment) { texts in
                let changes = texts.map { text in
                    ChangedText(
                        id: text.id,
                        former: nil,
                        current: IndexedText(
                            text: text.text,
                            post: text.post,
                            isAuthors: text.isAuthors
                        )
                    )
                }
                let document = Self.document(of: changes.map { ($0.id, $0.currentWords) })
                try insertWords(document, at: texts[0].id.row)
                for change in changes {
                    words.add(change)
                    try writeMarks(of: change, &tags)
                }
            }
        }
        try write(words)
        try writeTagCounts(tags)
        try rebuildPlaces()
    }

    private func rebuildPlaces() throws {
        try run("DELETE FROM post_place")
        let posts: [(Post.ID, Coordinate)] = try rows(
            "SELECT id, latitude, longitude FROM post WHERE latitude IS NOT NULL"
        ) { ($0.identifier(0), Coordinate(latitude: $0[1], longitude: $0[2])) }
        for (id, coordinate) in posts { try insertPlace(of: id, coordinate) }
    }

    /// Goes through all captions or all comments in order, those of one row of words at a time.
    func forEachRow(
        ofComments isComment: Bool,
        _ body: ([(id: TextID, text: String, post: Post.ID, isAuthors: Bool)]) throws -> Void
    ) throws {
        let statement = try HotStatement(
            isComment
                ? """
                SELECT c.id, c.text, c.post, c.author = p.author
                FROM comment c CROSS JOIN post p ON p.id = c.post ORDER BY c.id
                """
                : "SELECT id, caption, id, 1 FROM post ORDER BY id",
            in: database
        )
        var texts: [(id: TextID, text: String, post: Post.ID, isAuthors: Bool)] = []
        try statement.forEach { row in
            let id = TextID(row.pushID(0), isComment: isComment)
            if let first = texts.first, first.id.row != id.row {
                try body(texts)
                texts.removeAll(keepingCapacity: true)
            }
            texts.append((id, row.text(1) ?? "", Post.ID(row.pushID(2)), row.int(3) != 0))
            return true
        }
        if !texts.isEmpty { try body(texts) }
    }
}
