import TimelineCore

/// A caption or comment, with the information that determines whether its tags belong to the post.
///
/// The tags of captions and of comments by the post's own author belong to the post (decision 11).
struct IndexedText: Hashable {
    /// The stored text.
    let text: String
    /// The other texts of a post, which contain words but neither tags nor mentions, as described
    /// in `PostDetails`.
    var details = ""
    let post: Post.ID
    /// Whether the post's author wrote the text, or `nil` if this has not been looked up yet.
    var isByAuthor: Bool?

    /// The text that searches match.
    var searchable: String { PostDetails.searchable(caption: text, details: details) }
}

/// The texts that a batch has changed, each with its state before and after the batch.
///
/// FTS5 can remove an entry only if it receives exactly the words that the entry contains, so the
/// previous text must be known when the index is written. It is recorded before each write, and a
/// text that changes several times has only one entry, from its first state to its last.
///
/// Nearly all entries are additions, as in an import. An addition only appends to an array. A
/// dictionary of all other entries is used only if a batch edits or deletes something.
struct TextChanges {
    /// A changed text.
    ///
    /// `previous` is `nil` if the batch has added the text.
    struct Entry {
        let id: TextID
        let previous: IndexedText?
        var current: Current
    }

    /// The state of a text after the batch.
    enum Current {
        /// The text is known, because the change itself contains it.
        case text(IndexedText)
        /// The text was deleted.
        case deleted
        /// The text depends on conditions in SQL, so it must be read from the tables.
        case inTables
    }

    /// The added texts, in an array because appending to it is faster than inserting into a
    /// dictionary.
    private var added: [Entry] = []
    /// The texts that existed before the batch, or were added and then changed again.
    private var changed: [TextID: Entry] = [:]
    /// The IDs in ``added``, which are collected at the first edit or deletion, because most
    /// batches have none.
    private var addedIDs: Set<TextID>?

    /// The changes, in the order of their rows in `text_words`.
    ///
    /// FTS5 is fastest at appending rows in order. Texts that share a row are adjacent.
    var entries: [Entry] {
        let entries =
            changed.isEmpty ? added : added.filter { changed[$0.id] == nil } + changed.values
        // The changes in most batches are in chronological order.
        let isSorted = zip(entries, entries.dropFirst()).allSatisfy { $0.id.rowID <= $1.id.rowID }
        return isSorted ? entries : entries.sorted { $0.id.rowID < $1.id.rowID }
    }

    /// Records a new text.
    ///
    /// The batch may have deleted another text with the same ID. For example, a comment is deleted
    /// along with its post, and a pending comment with the same ID is added to a different post.
    mutating func add(_ id: TextID, text: String, details: String = "", on post: Post.ID) {
        let isByAuthor = id.isComment ? nil : true
        let current = Current.text(
            IndexedText(text: text, details: details, post: post, isByAuthor: isByAuthor)
        )
        guard changed[id] == nil else {
            changed[id]?.current = current
            return
        }
        added.append(Entry(id: id, previous: nil, current: current))
        addedIDs?.insert(id)
    }

    /// Records that a text is about to change.
    ///
    /// - Parameters:
    ///   - id: The ID of the text.
    ///   - current: The state of the text after the change.
    ///   - previous: A closure that reads the state before the batch. It is called at most once per
    ///     text.
    /// - Throws: Any error thrown by `previous`.
    mutating func change(
        _ id: TextID,
        to current: Current,
        from previous: () throws -> IndexedText?
    ) rethrows {
        if changed[id] != nil {
            changed[id]?.current = current
        } else if isAdded(id) {
            changed[id] = Entry(id: id, previous: nil, current: current)
        } else if let previous = try previous() {
            changed[id] = Entry(id: id, previous: previous, current: current)
        }
    }

    /// Returns whether the batch has added a text.
    ///
    /// The first call creates the set of all added IDs, and later additions extend it.
    private mutating func isAdded(_ id: TextID) -> Bool {
        if addedIDs == nil { addedIDs = Set(added.map(\.id)) }
        return addedIDs?.contains(id) == true
    }
}
