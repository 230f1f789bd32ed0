import Foundation
import TimelineCore

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
