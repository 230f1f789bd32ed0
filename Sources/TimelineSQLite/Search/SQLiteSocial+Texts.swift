import Foundation
import GRDB
import TimelineCore

extension SQLiteSocial {
    // MARK: Noting what changes

    /// Notes that a text is about to be edited.
    func willEdit(_ id: TextID) throws {
        try batch?.texts.change(id, to: .asInTables) { try text(id) }
    }

    /// Notes that a text is about to be deleted.
    func willDelete(_ id: TextID) throws {
        try batch?.texts.change(id, to: .gone) { try text(id) }
    }

    /// Notes that a post is about to be deleted, with all that was written under it.
    func willDeleteTexts(of post: Post.ID) throws {
        try willDelete(.caption(post))
        let comments: [Comment.ID] = try rows(
            "SELECT id FROM comment WHERE post = ?",
            post.data
        ) { $0.identifier(0) }
        for comment in comments { try willDelete(.comment(comment)) }
    }

    func text(_ id: TextID) throws -> IndexedText? {
        switch id {
        case .caption(let post):
            return try rows("SELECT caption FROM post WHERE id = ?", post.data) {
                IndexedText(text: $0[0], post: post, isAuthors: true)
            }
            .first
        case .comment(let comment):
            return try rows(
                """
                SELECT c.text, c.post, c.author = p.author FROM comment c JOIN post p ON p.id = c.post
                WHERE c.id = ?
                """,
                comment.data
            ) { IndexedText(text: $0[0], post: $0.identifier(1), isAuthors: $0[2]) }
            .first
        }
    }

    // MARK: Writing what follows from it

    /// Brings words, tags and mentions up to the texts that the batch has changed.
    func writeTexts() throws {
        guard let entries = batch?.takeTexts(), !entries.isEmpty else { return }
        var words = WordCounts()
        var tags: Set<TagRow> = []
        var group: [ChangedText] = []
        // The index of words wants its rows in order.
        for entry in entries {
            guard let change = try change(entry) else { continue }
            if let first = group.first, first.id.row != change.id.row {
                try writeRow(group)
                group.removeAll(keepingCapacity: true)
            }
            words.add(change)
            try writeMarks(of: change, &tags)
            group.append(change)
        }
        try writeRow(group)
        try write(words)
        try writeTagCounts(tags)
    }

    /// What became of a text; `nil` when it is what it was.
    private func change(_ entry: TextChanges.Entry) throws -> ChangedText? {
        let current: IndexedText? =
            switch entry.current {
            case .known(let text): text
            case .gone: nil
            case .asInTables: try text(entry.id)
            }
        guard entry.former?.text != current?.text else { return nil }
        return ChangedText(id: entry.id, former: entry.former, current: current)
    }
}

/// A text before and after a batch.
struct ChangedText {
    let id: TextID
    let former: IndexedText?
    let current: IndexedText?
    let formerWords: TokenizedText
    let currentWords: TokenizedText

    init(id: TextID, former: IndexedText?, current: IndexedText?) {
        self.id = id
        self.former = former
        self.current = current
        formerWords = former.map { TokenizedText(of: $0.text) } ?? TokenizedText()
        currentWords = current.map { TokenizedText(of: $0.text) } ?? TokenizedText()
    }
}
