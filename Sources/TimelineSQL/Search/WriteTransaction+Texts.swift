import Foundation
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
    func writeTexts() throws {
        let entries = batch.takeTexts()
        guard !entries.isEmpty else { return }
        var words = WordCounts()
        var tags = TagChanges(isNewPost: batch.addedPosts.contains)
        var group: [ChangedText] = []
        // Write each row with all of its texts, in row order, because FTS5 is fastest at appending.
        for entry in entries {
            guard let change = try changedText(entry) else { continue }
            words.add(change)
            for part in change.separatedByPost { try tables.writeEntities(of: part, &tags) }
            guard connection.dialect == .sqlite else {
                try tables.writeWords(of: change)
                continue
            }
            if let first = group.first, first.id.rowID != change.id.rowID {
                try writeRow(group)
                group.removeAll(keepingCapacity: true)
            }
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

/// A text before and after a batch, split into words.
///
/// Both states are tokenized only once, for the index of words, the counts of words, and the tags
/// and mentions.
struct ChangedText {
    /// The ID of the caption or comment, which determines its row in `text_words`.
    let id: TextID
    /// The text before the batch, or `nil` if the batch added the text.
    let previous: IndexedText?
    /// The text after the batch, or `nil` if the batch deleted the text.
    let current: IndexedText?
    /// The words that the index contains for the text, which are empty if the batch added the text.
    let previousWords: TokenizedText
    /// The words that the index should contain, which are empty if the batch deleted the text.
    let currentWords: TokenizedText

    /// Tokenizes both states of a text.
    ///
    /// - Parameters:
    ///   - id: The ID of the caption or comment.
    ///   - previous: The text before the batch, or `nil` if it did not exist.
    ///   - current: The text after the batch, or `nil` if it no longer exists.
    init(id: TextID, previous: IndexedText?, current: IndexedText?) {
        self.id = id
        self.previous = previous
        self.current = current
        previousWords = previous.map { TokenizedText(of: $0.searchable) } ?? TokenizedText()
        currentWords = current.map { TokenizedText(of: $0.searchable) } ?? TokenizedText()
    }

    /// The change itself, or a deletion and an addition if the post of a comment has moved, because
    /// the comment's tags belong to the post.
    var separatedByPost: [ChangedText] {
        guard let previous, let current, previous.post != current.post else { return [self] }
        return [
            ChangedText(id: id, previous: previous, current: nil),
            ChangedText(id: id, previous: nil, current: current),
        ]
    }
}

/// Changes in the number of occurrences of each word in all texts.
///
/// The changes are added up in memory, so that a word that a batch uses a thousand times is written
/// only once.
struct WordCounts {
    /// The change for each word, which is 0 for a word that was added as often as it was removed.
    private(set) var steps: [String: Int] = [:]

    /// Updates the counts for a changed text: subtracts its previous words and adds its current ones.
    mutating func add(_ change: ChangedText) {
        if change.previous != nil { add(-1, for: change.previousWords) }
        if change.current != nil { add(1, for: change.currentWords) }
    }

    /// Adds `step` to the change of each word, once per occurrence.
    mutating func add(_ step: Int, for words: TokenizedText) {
        words.forEachWord { steps[String(decoding: $0, as: UTF8.self), default: 0] += step }
    }
}

extension TextID {
    /// The row ID of the text in `text_words`: the upper 62 bits of its push ID, followed by a bit
    /// that is 1 for comments.
    ///
    /// Row IDs are therefore in order of time, and no table is needed to map them to texts. Texts
    /// of the same millisecond may share a row, which contains the words of all these texts.
    ///
    /// The 62 bits consist of the 48-bit time and the first 14 random bits.
    var rowID: Int64 { Int64(pushID.high >> 2) << 1 | (isComment ? 1 : 0) }

    /// Returns the lowest and the highest push ID of the texts in a row, both inclusive.
    static func pushIDs(inRow rowID: Int64) -> (PushID, PushID) {
        let high = UInt64(rowID >> 1) << 2
        return (PushID(high: high, low: 0), PushID(high: high | 3, low: .max))
    }

    /// The comment's ID in the form that `post_tag` stores, which is empty for a caption.
    var commentKey: Data { isComment ? Data(pushID.bytes) : Data() }
}
