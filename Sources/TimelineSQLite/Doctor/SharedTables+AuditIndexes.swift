import TimelineCore

extension SharedTables {
    /// Compares the indexes of words, tags, mentions and places with posts and comments.
    ///
    /// The audit derives the expected contents of the indexes from all texts, reads the indexes
    /// once, and compares both in memory. The repairs run in this order: words, counts of words,
    /// tags and mentions, counts of tags, and places. Counts are repaired after the rows that they
    /// count.
    ///
    /// - Returns: The mismatches, at most 20 of each kind, and the repairs of all mismatches.
    /// - Throws: `SQLiteError`.
    func auditIndexes() throws -> StoreAudit {
        let expected = try ExpectedIndexes(self)
        return try auditWords(expected) + auditEntities(expected) + auditPlaces()
    }

    /// Compares the words in each row of `text_words`, and the number of occurrences of each word
    /// in the index and in `word`.
    ///
    /// Rows are compared by fingerprint, because the index and the texts may both be too large for
    /// memory. If rows differ, a second pass over the index reads only the words of these rows.
    private func auditWords(_ expected: ExpectedIndexes) throws -> StoreAudit {
        let indexed = try indexedWords()
        let rowIDs = indexed.rows.differences(from: expected.rows).sorted()
        let words = CountDifference(indexed.counts, expected.words)
        let counts = CountDifference(
            try counts("SELECT text, count FROM word") { $0.text(0) },
            expected.words
        )
        var audit = StoreAudit(
            mismatches: words.mismatches(DoctorText.words, label: DoctorText.word)
                + Self.mismatches(rowIDs)
                + counts.mismatches(DoctorText.countedWords, label: DoctorText.word)
        )
        if !rowIDs.isEmpty {
            let rows = try wrongRows(at: rowIDs)
            audit.repairs.append(.each(of: rows) { try $0.repair($1) })
        }
        if !counts.keys.isEmpty {
            audit.repairs.append(.each(of: counts.keys) { try $0.recount(word: $1) })
        }
        return audit
    }

    /// Reads the whole index once, and returns the number of occurrences of each word and the
    /// fingerprint of each row.
    ///
    /// `text_vocabulary` lists the occurrences word by word, so the words of a row are not
    /// adjacent. Fingerprints are sums of hashes, which do not depend on the order.
    private func indexedWords() throws -> (counts: [String: Int], rows: IndexFingerprint) {
        var counts: [String: Int] = [:]
        var rows = IndexFingerprint()
        try statement("SELECT term, doc, offset FROM text_vocabulary")
            .forEach { row in
                let word = row.text(0)
                counts[word, default: 0] += 1
                rows.add(word.utf8, at: row.int64(1), position: row.int(2))
            }
        return (counts, rows)
    }

    /// Compares the tags, their numbers of posts, and the mentions.
    ///
    /// A single wrong row triggers a sweep through both tables and all texts, in steps. The audit
    /// compares descriptions, from which it cannot derive keys, and damage is rarely limited to one
    /// row.
    private func auditEntities(_ expected: ExpectedIndexes) throws -> StoreAudit {
        let tags = CountDifference(
            try counts("SELECT tag, 1, post, comment FROM post_tag") { row in
                let text: TextID =
                    row.optionalPushID(3).map { .comment(Comment.ID($0)) } ?? .caption(row.id(2))
                return DoctorText.tag(row.text(0), of: row.id(2), in: text)
            },
            expected.tags
        )
        let mentions = CountDifference(
            try counts("SELECT name, 1, id, is_comment FROM mention") { row in
                let text = TextID(row.pushID(2), isComment: row.bool(3))
                return DoctorText.mention(of: row.text(0), in: text)
            },
            expected.mentions
        )
        let taggedPosts = CountDifference(
            try counts("SELECT name, post_count FROM tag") { $0.text(0) },
            expected.taggedPosts
        )
        var audit = StoreAudit(
            mismatches: tags.mismatches(DoctorText.tags)
                + taggedPosts.mismatches(DoctorText.taggedPosts) { DoctorText.tag($0) }
                + mentions.mismatches(DoctorText.mentions)
        )
        if !tags.keys.isEmpty || !mentions.keys.isEmpty {
            audit.repairs += Self.entityRepairs
        }
        if !taggedPosts.keys.isEmpty {
            audit.repairs.append(.each(of: taggedPosts.keys) { try $0.recount(tag: $1) })
        }
        return audit
    }

    /// Returns the counts in the second column of a query, by key.
    ///
    /// The counts of rows with the same key are added together.
    private func counts(_ sql: String, key: (ResultRow) -> String) throws -> [String: Int] {
        let pairs = try statement(sql).all { (key($0), $0.int(1)) }
        return Dictionary(pairs, uniquingKeysWith: +)
    }

    /// Returns the mismatches for rows of `text_words` that contain the wrong words.
    ///
    /// Such rows have no count, so each mismatch reports a stored count of 0 and an expected count
    /// of 1.
    private static func mismatches(_ rowIDs: [Int64]) -> [CountMismatch] {
        rowIDs.prefix(CountDifference.reportLimit)
            .map { rowID in
                let first = TextID.pushIDs(inRow: rowID).0
                return CountMismatch(
                    subject: rowID & 1 == 1
                        ? DoctorText.wordsOfComments(since: first)
                        : DoctorText.wordsOfCaptions(since: first),
                    stored: 0,
                    expected: 1
                )
            }
    }
}
