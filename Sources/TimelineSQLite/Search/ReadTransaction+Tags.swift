import TimelineCore

extension ReadTransaction {
    /// Reads the primary key of `post_tag` backwards from the cursor.
    ///
    /// A post with a tag in several texts has several rows. These rows are adjacent, so `DISTINCT`
    /// requires no sorting.
    ///
    /// - Parameters:
    ///   - tag: The normalized tag.
    ///   - range: The range of the page.
    /// - Returns: The IDs of the posts, newest first.
    /// - Throws: `DatabaseError`.
    func postIDs(tagged tag: Tag, in range: PostRange) throws -> [Post.ID] {
        try statement(
            """
            SELECT DISTINCT post FROM post_tag WHERE tag = ?4 AND post < ?1 AND post > ?2
            ORDER BY post DESC LIMIT ?3
            """
        )
        .all(range, tag.name) { $0.id(0) }
    }

    /// Sorts the tags that start with a prefix by their number of posts.
    ///
    /// The numbers include the hidden posts of removed users until these posts are deleted
    /// (decision 26).
    func tags(startingWith prefix: String, limit: Int) throws -> [TagCount] {
        let range = prefix.prefixRange
        // Without a prefix, an index already contains the tags in the required order.
        return try statement(
            prefix.isEmpty
                ? "SELECT name, post_count FROM tag ORDER BY post_count DESC, name LIMIT ?3"
                : """
                SELECT name, post_count FROM tag WHERE name >= ?1 AND name < ?2
                ORDER BY post_count DESC, name LIMIT ?3
                """
        )
        .all(range.start, range.end, max(0, limit)) {
            TagCount(tag: Tag(normalized: $0.text(0)), postCount: $0.int(1))
        }
    }

    /// Reads the primary key of `mention` backwards, taking into account that a caption and a
    /// comment may have the same push ID.
    ///
    /// The name is a current displayed username, because texts mention usernames rather than users
    /// (decision 11).
    func texts(mentioning name: String, before: TextID, limit: Int) throws -> [TextID] {
        try statement(
            """
            SELECT id, is_comment FROM mention
            WHERE name = ?1 AND id <= ?2 AND (id < ?2 OR is_comment < ?3)
            ORDER BY id DESC, is_comment DESC LIMIT ?4
            """
        )
        .all(name, before.pushID, before.isComment, max(0, limit)) {
            TextID($0.pushID(0), isComment: $0.bool(1))
        }
    }
}
