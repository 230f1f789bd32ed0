import TimelineCore

extension ReadTransaction {
    /// Returns the words that start with a prefix, most frequent first.
    ///
    /// The query reads and sorts a range of the primary key of `word`, so the cost of a short
    /// prefix is that of all words that start with it.
    func words(startingWith prefix: String, limit: Int) throws -> [String] {
        let range = prefix.prefixRange
        let words = connection.dialect.counted(
            "word",
            "text",
            "count",
            "WHERE text >= ?1 AND text < ?2"
        )
        return try statement(
            "SELECT text FROM (\(words)) words ORDER BY count DESC, text LIMIT ?3"
        )
        .all(range.start, range.end, max(0, limit)) { $0.text(0) }
    }

    /// Returns the texts that match a pattern, newest first.
    ///
    /// The method reads the matching rows of `text_words`, newest first, until the page is full.
    ///
    /// A caption and a comment of the same time have adjacent rows, and each row may contain
    /// several texts. All rows of the same time are therefore collected before their texts are
    /// sorted.
    ///
    /// Row IDs are derived from push IDs, so FTS5 can return rows in descending order without
    /// sorting them. A query for a single word reads only as many rows as the page contains. For
    /// several words, FTS5 reads the rows of all words in parallel, which is slow only if common
    /// words rarely occur together.
    ///
    /// - Parameters:
    ///   - pattern: The words and phrases. A pattern without parts matches nothing.
    ///   - before: The exclusive upper bound of the texts.
    ///   - oldest: The inclusive lower bound of the texts.
    ///   - limit: The maximum number of texts.
    /// - Returns: The IDs of the texts, newest first.
    /// - Throws: A database error.
    func texts(
        matching pattern: TextPattern,
        before: TextID,
        from oldest: TextID,
        limit: Int
    ) throws -> [TextID] {
        guard limit > 0, !pattern.parts.isEmpty else { return [] }
        guard connection.dialect == .sqlite else {
            return try wordTableTexts(
                matching: pattern,
                before: before,
                from: oldest,
                limit: limit
            )
        }
        var texts: [TextID] = []
        var rowIDs: [Int64] = []
        // Adds the matching texts in the collected rows to the page.
        func takeRows() throws {
            texts += try self.texts(in: rowIDs, matching: pattern)
                .filter { $0 < before && $0 >= oldest }.sorted(by: >)
            rowIDs = []
        }
        try statement(
            """
            SELECT rowid FROM text_words WHERE text_words MATCH ? AND rowid <= ? AND rowid >= ?
            ORDER BY rowid DESC
            """
        )
        // The row of comments has a higher row ID than the row of captions of the same time.
        .scan(pattern.expression, before.rowID | 1, oldest.rowID & ~1) { row in
            let rowID = row.int64(0)
            if let first = rowIDs.first, first >> 1 != rowID >> 1 { try takeRows() }
            guard texts.count < limit else { return false }
            rowIDs.append(rowID)
            return true
        }
        try takeRows()
        return Array(texts.prefix(limit))
    }

    /// Returns the texts in matching rows that themselves match the pattern.
    ///
    /// If there is only one text, as is usual, it is not read or tested again. Otherwise, each text
    /// is tokenized and tested by TimelineCore, which defines a match.
    private func texts(in rowIDs: [Int64], matching pattern: TextPattern) throws -> [TextID] {
        let ids = try rowIDs.flatMap(tables.textIDs(in:))
        // If the rows contain only one text, it must be the text that matches.
        guard ids.count > 1 else { return ids }
        return try rowIDs.flatMap(tables.texts(in:))
            .filter { pattern.matches(Tokenizer.all(in: $0.text)) }.map(\.id)
    }
}

extension TextPattern {
    /// The pattern in FTS5's query language (https://sqlite.org/fts5.html, section 3).
    ///
    /// Each phrase is enclosed in quotation marks. FTS5 does not recognize operators inside them,
    /// so no search can cause a syntax error. Words consist of letters, marks, digits and emoji, so
    /// no word can contain a quotation mark.
    fileprivate var expression: String {
        parts.map { "(" + $0.map(Self.quoted).joined(separator: " OR ") + ")" }
            .joined(separator: " AND ")
    }

    /// Returns a phrase as a quoted string, which matches consecutive words.
    private static func quoted(_ phrase: Phrase) -> String {
        "\"" + phrase.joined(separator: " ") + "\""
    }
}

extension ReadTransaction {
    /// Returns the tags that start with a prefix, those with the most posts first.
    ///
    /// The numbers include the hidden posts of deleted accounts until these posts are deleted
    /// (decision 26).
    func tags(startingWith prefix: String, limit: Int) throws -> [TagCount] {
        let range = prefix.prefixRange
        let tags = connection.dialect.counted(
            "tag",
            "name",
            "post_count",
            "WHERE name >= ?1 AND name < ?2"
        )
        // Without a prefix, an index already contains the tags in the required order.
        return try statement(
            prefix.isEmpty
                ? connection.dialect.mostUsedTags
                : "SELECT name, post_count FROM (\(tags)) tags ORDER BY post_count DESC, name LIMIT ?3"
        )
        .all(range.start, range.end, max(0, limit)) {
            TagCount(tag: Tag(normalized: $0.text(0)), postCount: $0.int(1))
        }
    }

    /// Returns the texts that mention a username, newest first.
    ///
    /// The query reads the primary key of `mention` backwards. A caption and a comment may have the
    /// same push ID, so the bound also depends on the kind of text. The name is a current displayed
    /// username, because texts mention usernames rather than users (decision 11).
    func texts(mentioning name: String, before: TextID, limit: Int) throws -> [TextID] {
        try statement(
            """
            SELECT id, is_comment FROM mention
            WHERE name = ?1 AND id <= ?2 AND (id < ?2 OR is_comment < ?3)
            ORDER BY id DESC, is_comment DESC LIMIT ?4
            """
        )
        .all(name, before.pushID, before.isComment, max(0, limit)) {
            TextID($0.pushID(0), isComment: $0.bool(1))
        }
    }
}
