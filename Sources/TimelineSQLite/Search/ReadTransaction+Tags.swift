import TimelineCore

extension ReadTransaction {
    /// Returns the tags that start with a prefix, those with the most posts first.
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

    /// Returns the texts that mention a username, newest first.
    ///
    /// The query reads the primary key of `mention` backwards. A caption and a comment may have the
    /// same push ID, so the bound also depends on the kind of text. The name is a current displayed
    /// username, because texts mention usernames rather than users (decision 11).
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
