import TimelineCore

/// A caption or comment, with the facts that decide whether its tags belong to the post.
///
/// Tags of a caption do, and tags of comments by the post's own author (decision 11).
struct IndexedText: Hashable {
    /// The text as it is stored.
    let text: String
    /// The other texts of a post, which have words but neither tags nor mentions; see `PostDetails`.
    var details = ""
    let post: Post.ID
    /// Whether the post's author wrote it; `nil` when nothing has looked it up yet.
    var isByAuthor: Bool?

    /// The text that searches match.
    var searchable: String { PostDetails.searchable(caption: text, details: details) }
}

/// The texts that a batch has changed, each with its state before the batch and after it.
///
/// FTS5 can remove an entry only with exactly the words that it contains, so the previous text must
/// be known when the index is written. Changes note it before they write, and a text that changes
/// several times has one entry, from its first state to its last.
///
/// Nearly all entries are additions, as in an import: those cost an append to an array. A
/// dictionary of the others is consulted only when a batch edits or deletes something.
struct TextChanges {
    /// A changed text.
    ///
    /// `previous` is `nil` for a text that the batch has added.
    struct Entry {
        let id: TextID
        let previous: IndexedText?
        var current: Current
    }

    /// A text after the batch.
    enum Current {
        /// This text, which the change itself contained.
        case text(IndexedText)
        /// None: the text is gone.
        case deleted
        /// Changed by SQL conditions, so it has to be read back.
        case inTables
    }

    /// Added texts, by far the most; an array costs less than a dictionary.
    private var added: [Entry] = []
    /// Texts that existed before the batch, or were added and then changed again.
    private var changed: [TextID: Entry] = [:]
    /// The IDs in ``added``; built at the first edit or deletion, since most batches have none.
    private var addedIDs: Set<TextID>?

    /// The changes in the order of their rows in `text_words`.
    ///
    /// FTS5 appends rows in order at the least cost, and texts that share a row are neighbours.
    var entries: [Entry] {
        let entries =
            changed.isEmpty ? added : added.filter { changed[$0.id] == nil } + changed.values
        // Most batches arrive in the order of time.
        let isSorted = zip(entries, entries.dropFirst()).allSatisfy { $0.id.rowID <= $1.id.rowID }
        return isSorted ? entries : entries.sorted { $0.id.rowID < $1.id.rowID }
    }

    /// Notes a new text.
    ///
    /// The batch may have deleted another with the same ID: a comment disappears with its post, and
    /// a pending comment with the same ID on another post is added.
    mutating func add(_ id: TextID, _ text: String, details: String = "", on post: Post.ID) {
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

    /// Notes that a text is about to change.
    ///
    /// - Parameters:
    ///   - id: the text.
    ///   - current: its state after the change.
    ///   - previous: reads its state before the batch; called at most once per text.
    /// - Throws: any error of `previous`.
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

    /// Whether the batch has added a text.
    ///
    /// The first call builds the set of all added IDs, and later additions extend it.
    private mutating func isAdded(_ id: TextID) -> Bool {
        if addedIDs == nil { addedIDs = Set(added.map(\.id)) }
        return addedIDs?.contains(id) == true
    }
}
