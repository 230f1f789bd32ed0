import Foundation
import TimelineCore

/// A text before and after a batch, split into tokens.
///
/// Both states are tokenized once, and serve the index of words, its counts, and the tags and
/// mentions.
struct ChangedText {
    /// The caption or comment, whose push ID decides its row in `text_words`.
    let id: TextID
    /// `nil` when the batch added the text.
    let previous: IndexedText?
    /// `nil` when the batch deleted the text.
    let current: IndexedText?
    /// Exactly the words that the index has for the text; empty without one.
    let previousWords: TokenizedText
    /// The words that the index should have; empty without a text.
    let currentWords: TokenizedText

    /// Tokenizes both states.
    ///
    /// - Parameters:
    ///   - id: the caption or comment.
    ///   - previous: the text before the batch; `nil` if it did not exist.
    ///   - current: the text after the batch; `nil` if it no longer exists.
    init(id: TextID, previous: IndexedText?, current: IndexedText?) {
        self.id = id
        self.previous = previous
        self.current = current
        previousWords = previous.map { TokenizedText(of: $0.searchable) } ?? TokenizedText()
        currentWords = current.map { TokenizedText(of: $0.searchable) } ?? TokenizedText()
    }
}

/// Changes in the number of times that each word occurs in all texts.
///
/// Summed up in memory, so a word that a batch uses a thousand times is written once.
struct WordCounts {
    /// The difference for each word; 0 for one that was added as often as removed.
    private(set) var steps: [String: Int] = [:]

    /// Subtracts the previous words of a text and adds its current ones.
    mutating func add(_ change: ChangedText) {
        if change.previous != nil { add(-1, for: change.previousWords) }
        if change.current != nil { add(1, for: change.currentWords) }
    }

    /// Adds a step for every occurrence of a word.
    mutating func add(_ step: Int, for words: TokenizedText) {
        words.forEachWord { steps[String(decoding: $0, as: UTF8.self), default: 0] += step }
    }
}

extension TextID {
    /// The row ID of the text in `text_words`: the upper 62 bits of its push ID, then a bit that is
    /// 1 for comments.
    ///
    /// So row IDs are in the order of time, and no table has to map them to texts. Texts of the
    /// same millisecond may share a row, which then contains the words of all of them.
    ///
    /// The upper bits are the 48 of the time and the first 14 random ones.
    var rowID: Int64 { Int64(pushID.high >> 2) << 1 | (isComment ? 1 : 0) }

    /// The lowest and the highest push ID of the texts in a row; both are included.
    static func pushIDs(inRow rowID: Int64) -> (PushID, PushID) {
        let high = UInt64(rowID >> 1) << 2
        return (PushID(high: high, low: 0), PushID(high: high | 3, low: .max))
    }

    /// The comment's ID as `post_tag` stores it: empty for a caption.
    var commentKey: Data { isComment ? Data(pushID.bytes) : Data() }
}
