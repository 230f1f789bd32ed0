import TimelineCore

extension SharedTables {
    /// Returns a caption or comment in the form that the search indexes need, or `nil` if it does
    /// not exist.
    ///
    /// The texts of removed users are included until they are deleted, because the indexes still
    /// contain them.
    func text(_ id: TextID) throws -> IndexedText? {
        switch id {
        case .caption(let post):
            return try statement(
                "SELECT p.caption, p.place_name, \(Self.altsSQL) FROM post p WHERE p.id = ?"
            )
            .first(post) { row in
                IndexedText(
                    text: row.text(0),
                    details: Self.details(row, at: 1),
                    post: post,
                    isByAuthor: true
                )
            }
        case .comment(let comment):
            return try statement(
                """
                SELECT c.text, c.post, c.author = p.author FROM comment c JOIN post p ON p.id = c.post
                WHERE c.id = ?
                """
            )
            .first(comment) {
                IndexedText(text: $0.text(0), post: $0.id(1), isByAuthor: $0.bool(2))
            }
        }
    }

    /// A subquery for the descriptions of the photos of post `p`, in order and separated by line
    /// breaks.
    private static let altsSQL = """
        (SELECT group_concat(alt, char(10)) FROM (
            SELECT alt FROM photo WHERE post = p.id AND alt IS NOT NULL ORDER BY position
        ))
        """

    /// Reads the name of a place and the descriptions of photos from two columns.
    private static func details(_ row: ResultRow, at column: Int32) -> String {
        PostDetails.text(
            placeName: row.optionalText(column),
            alts: [row.optionalText(column + 1)]
        )
    }

    /// Returns the texts in a row of `text_words`, in the form that searches match, oldest first.
    ///
    /// A row covers a range of push IDs (``TextID/pushIDs(inRow:)``), which usually contains only
    /// one text. The query reads a range of the primary key of `post` or `comment`.
    func texts(in rowID: Int64) throws -> [(id: TextID, text: String)] {
        let (first, last) = TextID.pushIDs(inRow: rowID)
        let isComment = rowID & 1 == 1
        return try statement(
            isComment
                ? "SELECT id, text, NULL, NULL FROM comment WHERE id BETWEEN ? AND ?"
                : """
                SELECT p.id, p.caption, p.place_name, \(Self.altsSQL) FROM post p
                WHERE p.id BETWEEN ? AND ?
                """
        )
        .all(first, last) { row in
            let text = PostDetails.searchable(
                caption: row.text(1),
                details: Self.details(row, at: 2)
            )
            return (TextID(row.pushID(0), isComment: isComment), text)
        }
    }

    /// Returns the IDs of the texts in a row of `text_words`, oldest first, without reading the
    /// texts.
    func textIDs(in rowID: Int64) throws -> [TextID] {
        let (first, last) = TextID.pushIDs(inRow: rowID)
        let isComment = rowID & 1 == 1
        return try statement(
            "SELECT id FROM \(isComment ? "comment" : "post") WHERE id BETWEEN ? AND ?"
        )
        .all(first, last) { TextID($0.pushID(0), isComment: isComment) }
    }
}
