import TimelineCore

/// A text as it is kept, with what its tags depend on.
struct IndexedText: Hashable {
    let text: String
    let post: Post.ID
    /// Whether the author of the post wrote it; `nil` where nobody has looked yet.
    var isAuthors: Bool?
}

/// The texts that a batch has changed: what each was before it, and what it is after.
struct TextChanges {
    struct Entry {
        let id: TextID
        let former: IndexedText?
        var current: Current
    }

    /// What a text is after the batch.
    enum Current {
        case known(IndexedText)
        case gone
        /// To be looked up.
        case asInTables
    }

    /// The texts that were added, which most are: a list costs less than a dictionary.
    private var added: [Entry] = []
    /// Those that were there, or were added and then became something else.
    private var changed: [TextID: Entry] = [:]
    /// Which were added, once somebody had to know.
    private var addedIDs: Set<TextID>?

    /// What was changed, the oldest rows of words first.
    var entries: [Entry] {
        let entries =
            changed.isEmpty ? added : added.filter { changed[$0.id] == nil } + changed.values
        // Most batches come in the order of time.
        let isInOrder = zip(entries, entries.dropFirst()).allSatisfy { $0.id.row <= $1.id.row }
        return isInOrder ? entries : entries.sorted { $0.id.row < $1.id.row }
    }

    /// Notes a text that was not there.
    ///
    /// Another of that identifier may have gone in this batch: a comment that waited, when its namesake under
    /// another post went with that.
    mutating func add(_ id: TextID, _ text: String, on post: Post.ID) {
        let isAuthors = id.isComment ? nil : true
        let current = Current.known(IndexedText(text: text, post: post, isAuthors: isAuthors))
        guard changed[id] == nil else {
            changed[id]?.current = current
            return
        }
        added.append(Entry(id: id, former: nil, current: current))
        addedIDs?.insert(id)
    }

    /// Notes that a text is to become something else, with what it was before the batch.
    mutating func change(
        _ id: TextID,
        to current: Current,
        from former: () throws -> IndexedText?
    ) rethrows {
        if changed[id] != nil {
            changed[id]?.current = current
        } else if isAdded(id) {
            changed[id] = Entry(id: id, former: nil, current: current)
        } else if let former = try former() {
            changed[id] = Entry(id: id, former: former, current: current)
        }
    }

    private mutating func isAdded(_ id: TextID) -> Bool {
        if addedIDs == nil { addedIDs = Set(added.map(\.id)) }
        return addedIDs?.contains(id) == true
    }
}

extension TextID {
    /// The row of the text in `text_words`: the upper 62 bits of its identifier, and whether it is a comment.
    ///
    /// So the order of rows is the order in time, and no table has to say which row is whose. Texts of one
    /// millisecond may share a row, which then has the words of all.
    var row: Int64 { Int64(pushID.high >> 2) << 1 | (isComment ? 1 : 0) }

    /// The lowest and the highest identifier of the texts in a row.
    static func identifiers(inRow row: Int64) -> (PushID, PushID) {
        let high = UInt64(row >> 1) << 2
        return (PushID(high: high, low: 0), PushID(high: high | 3, low: .max))
    }
}
