import TimelineCore

extension ReadTransaction {
    /// Reads the primary key of `post_tag` backward from the cursor.
    ///
    /// A post that several texts tag has several rows, which are adjacent, so `DISTINCT` needs no
    /// sorting.
    ///
    /// - Parameters:
    ///   - tag: the tag, normalized.
    ///   - range: the range of the page.
    /// - Returns: the IDs, newest first.
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

    /// Sorts the tags of the prefix's range by their numbers of posts.
    ///
    /// The numbers still count hidden posts of a removed user until these are deleted (decision
    /// 26).
    func tags(startingWith prefix: String, limit: Int) throws -> [TagCount] {
        let range = prefix.prefixRange
        // Without a prefix, an index has the tags in the order of the answer.
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

    /// Reads the primary key of `mention` backward; a caption and a comment may have the same push
    /// ID.
    ///
    /// The name is that of a displayed username at the present; texts mention names, not users
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
