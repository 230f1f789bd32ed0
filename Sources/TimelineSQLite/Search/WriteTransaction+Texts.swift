import TimelineCore

/// Updates of the indexes of words, tags and mentions, which are derived from the texts.
///
/// Each change to a text is recorded when it occurs, and the indexes are updated once, at the end
/// of the batch. FTS5 needs the previous words to delete them, and a text that changes twice is
/// written only once. A change must be recorded before the corresponding write, because recording
/// reads the previous text from the tables.
extension WriteTransaction {
    // MARK: Recording changes

    /// Records that a text is about to be edited.
    ///
    /// The new text is read at the end of the batch.
    func willEdit(_ id: TextID) throws {
        try batch.texts.change(id, to: .inTables) { try tables.text(id) }
    }

    /// Records that a text is about to be deleted.
    func willDelete(_ id: TextID) throws {
        try batch.texts.change(id, to: .deleted) { try tables.text(id) }
    }

    /// Records that a post is about to be deleted, along with its caption and comments.
    ///
    /// A foreign key deletes the comments without calling any Swift code, so this method lists them
    /// first.
    func willDeleteTexts(of post: Post.ID) throws {
        try willDelete(.caption(post))
        let comments: [Comment.ID] = try statement("SELECT id FROM comment WHERE post = ?")
            .all(post) { $0.id(0) }
        for comment in comments { try willDelete(.comment(comment)) }
    }

    // MARK: Updating the indexes

    /// Updates the words, tags and mentions of the texts that the batch has changed.
    ///
    /// All texts in one row of `text_words` are written together, because the row contains the
    /// words of all of them. This method does nothing if the batch has not changed any text.
    /// - Throws: `SQLiteError`.
    func writeTexts() throws {
        let entries = batch.takeTexts()
        guard !entries.isEmpty else { return }
        var words = WordCounts()
        var tags = TagChanges(isNewPost: batch.addedPosts.contains)
        var group: [ChangedText] = []
        // Write each row with all of its texts, in row order, because FTS5 is fastest at appending.
        for entry in entries {
            guard let change = try changedText(entry) else { continue }
            if let first = group.first, first.id.rowID != change.id.rowID {
                try writeRow(group)
                group.removeAll(keepingCapacity: true)
            }
            words.add(change)
            for part in change.separatedByPost { try tables.writeEntities(of: part, &tags) }
            group.append(change)
        }
        try writeRow(group)
        try tables.write(words)
        try tables.write(tags)
    }

    /// Returns a text before and after the batch, or `nil` if both are equal.
    ///
    /// Several edits may restore the previous text. A comment also changes if its post moves.
    private func changedText(_ entry: TextChanges.Entry) throws -> ChangedText? {
        let current: IndexedText? =
            switch entry.current {
            case .text(let text): text
            case .deleted: nil
            case .inTables: try tables.text(entry.id)
            }
        guard
            entry.previous?.searchable != current?.searchable
                || entry.previous?.post != current?.post
        else { return nil }
        return ChangedText(id: entry.id, previous: entry.previous, current: current)
    }

    /// Writes the changed texts in one row of `text_words`.
    ///
    /// The unchanged texts in the row are part of its words both before and after the batch.
    private func writeRow(_ changes: [ChangedText]) throws {
        guard let first = changes.first else { return }
        let others = try unchangedTexts(in: first.id.rowID, except: changes)
        guard changes.count > 1 || !others.isEmpty else {
            // Nearly every row contains a single text.
            return try tables.replaceWords(
                at: first.id.rowID,
                first.previousWords.text,
                with: first.currentWords.text
            )
        }
        let unchanged = others.map { ($0.id, TokenizedText(of: $0.text)) }
        try tables.replaceWords(
            at: first.id.rowID,
            SharedTables.words(of: unchanged + changes.map { ($0.id, $0.previousWords) }),
            with: SharedTables.words(of: unchanged + changes.map { ($0.id, $0.currentWords) })
        )
    }

    /// Returns the texts in a row that the batch has not changed.
    private func unchangedTexts(
        in rowID: Int64,
        except changes: [ChangedText]
    ) throws -> [(id: TextID, text: String)] {
        // Rows above the newest row before the batch contain no other texts.
        if rowID > batch.newestTextRowID(ofComments: rowID & 1 == 1) { return [] }
        let changed = Set(changes.map(\.id))
        return try tables.texts(in: rowID).filter { !changed.contains($0.id) }
    }
}
