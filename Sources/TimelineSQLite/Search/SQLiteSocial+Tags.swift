import Foundation
import GRDB
import TimelineCore

/// A post and one of the tags that it carries.
struct TagRow: Hashable {
    let tag: Tag
    let post: Post.ID
    /// Whether the post carried the tag before the batch.
    let isFormer: Bool

    static func == (left: TagRow, right: TagRow) -> Bool {
        left.tag == right.tag && left.post == right.post
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(tag)
        hasher.combine(post)
    }
}

extension SQLiteSocial {
    // MARK: Writing

    /// Writes the tags and mentions of a changed text.
    ///
    /// - Parameters:
    ///   - change: the text.
    ///   - tagged: the posts whose tags the batch has changed so far.
    /// - Throws: a failure of storage.
    func writeMarks(of change: ChangedText, _ tagged: inout Set<TagRow>) throws {
        let former = change.former.map { TextEntities(in: $0.text) } ?? TextEntities(in: "")
        let current = change.current.map { TextEntities(in: $0.text) } ?? TextEntities(in: "")
        guard former != current else { return }
        try writeMentions(of: change.id, former.mentions, current.mentions)
        guard let post = (change.former ?? change.current)?.post,
            former.tags != current.tags, try tagsPost(change)
        else { return }
        for tag in Set(former.tags).symmetricDifference(current.tags) {
            // What is new had no tags.
            let isFormer = try !isNew(post) && isTagged(post, tag)
            tagged.insert(TagRow(tag: tag, post: post, isFormer: isFormer))
            let statement = try HotStatement(
                current.tags.contains(tag)
                    ? "INSERT INTO post_tag VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
                    : "DELETE FROM post_tag WHERE tag = ? AND post = ? AND comment = ?",
                in: database
            )
            statement.bind(tag.name, at: 1)
            statement.bind(post.pushID, at: 2)
            statement.bind(change.id.comment, at: 3)
            try statement.run()
        }
    }

    /// Whether the batch added a post: then all of its tags are new, and none of them was taken off again.
    private func isNew(_ post: Post.ID) -> Bool { batch?.addedPosts.contains(post) == true }

    private func isTagged(_ post: Post.ID, _ tag: Tag) throws -> Bool {
        let statement = try HotStatement(
            "SELECT 1 FROM post_tag WHERE tag = ? AND post = ?",
            in: database
        )
        statement.bind(tag.name, at: 1)
        statement.bind(post.pushID, at: 2)
        return try statement.first { _ in true } != nil
    }

    /// Whether a text tags its post: captions do, and the author's own comments.
    private func tagsPost(_ change: ChangedText) throws -> Bool {
        if let known = change.former?.isAuthors ?? change.current?.isAuthors { return known }
        return try exists(
            """
            SELECT 1 FROM comment c JOIN post p ON p.id = c.post WHERE c.id = ? AND c.author = p.author
            """,
            change.id.pushID.data
        )
    }

    private func writeMentions(of id: TextID, _ former: [String], _ current: [String]) throws {
        for name in Set(former).symmetricDifference(current) {
            let statement = try HotStatement(
                current.contains(name)
                    ? "INSERT INTO mention VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
                    : "DELETE FROM mention WHERE name = ? AND id = ? AND is_comment = ?",
                in: database
            )
            statement.bind(name, at: 1)
            statement.bind(id.pushID, at: 2)
            statement.bind(id.isComment ? 1 : 0, at: 3)
            try statement.run()
        }
    }

    /// Counts the posts that have got a tag or lost it.
    func writeTagCounts(_ tagged: Set<TagRow>) throws {
        var steps: [Tag: Int] = [:]
        for row in tagged {
            let isThere = try isNew(row.post) || isTagged(row.post, row.tag)
            steps[row.tag, default: 0] += (isThere ? 1 : 0) - (row.isFormer ? 1 : 0)
        }
        for (tag, step) in steps where step != 0 {
            let statement = try HotStatement(
                """
                INSERT INTO tag VALUES (?1, max(0, ?2))
                ON CONFLICT DO UPDATE SET post_count = max(0, post_count + ?2)
                """,
                in: database
            )
            statement.bind(tag.name, at: 1)
            statement.bind(step, at: 2)
            try statement.run()
            if step < 0 { try run("DELETE FROM tag WHERE name = ? AND post_count = 0", tag.name) }
        }
    }

    // MARK: Reading

    func postIDs(tagged tag: Tag, in range: PostRange) throws -> [Post.ID] {
        try rows(
            """
            SELECT DISTINCT post FROM post_tag WHERE tag = ? AND post < ? AND post > ?
            ORDER BY post DESC LIMIT ?
            """,
            tag.name,
            range.before.data,
            range.lowerBound.data,
            range.limit
        ) { $0.identifier(0) }
    }

    func tags(startingWith prefix: String, limit: Int) throws -> [TagCount] {
        let (start, end) = Self.range(startingWith: prefix)
        return try rows(
            prefix.isEmpty
                ? "SELECT name, post_count FROM tag ORDER BY post_count DESC, name LIMIT ?3"
                : """
                SELECT name, post_count FROM tag WHERE name >= ?1 AND name < ?2
                ORDER BY post_count DESC, name LIMIT ?3
                """,
            start,
            end,
            max(0, limit)
        ) { TagCount(tag: Tag(normalized: $0[0]), postCount: $0[1]) }
    }

    func texts(mentioning name: String, before: TextID, limit: Int) throws -> [TextID] {
        try rows(
            """
            SELECT id, is_comment FROM mention
            WHERE name = ?1 AND id <= ?2 AND (id < ?2 OR is_comment < ?3)
            ORDER BY id DESC, is_comment DESC LIMIT ?4
            """,
            name,
            before.pushID.data,
            before.isComment,
            max(0, limit)
        ) { TextID($0.pushID(0) ?? .min, isComment: $0[1]) }
    }
}

extension TextID {
    /// The comment's identifier as it stands in `post_tag`: empty for a caption.
    var comment: Data { isComment ? pushID.data : Data() }
}
