import TimelineCore

/// The tags that posts have gained or lost in one transaction.
///
/// The counts of tags are written once, at the end of the transaction. Several texts of a post may
/// contain the same tag, but the post is counted only once.
///
/// If a post had a tag before the transaction and still has it afterwards, the count does not
/// change, even if texts lost and gained the tag in between.
struct TagChanges {
    /// A closure that returns whether a post was added in this transaction.
    ///
    /// Such a post had no tags before the transaction and has not lost any since, which saves two
    /// lookups per tag.
    let isNewPost: (Post.ID) -> Bool
    /// Whether each post had each changed tag before the transaction.
    fileprivate var wasTagged: [TaggedPost: Bool] = [:]

    /// Creates an empty collection of changes.
    init(isNewPost: @escaping (Post.ID) -> Bool) { self.isNewPost = isNewPost }

    /// A post and one of its tags.
    fileprivate struct TaggedPost: Hashable {
        let tag: Tag
        let post: Post.ID
    }
}

extension SharedTables {
    /// Writes the tags and mentions of a changed text.
    ///
    /// Only the differences between the two states are written, so an edit that does not change any
    /// tags or mentions writes nothing. The rows in `post_tag` and `mention` are written
    /// immediately. Only the counts are deferred.
    ///
    /// - Parameters:
    ///   - change: The changed text.
    ///   - tags: The collection to which changed tags are added, for ``write(_:)-(TagChanges)``.
    /// - Throws: A database error.
    func writeEntities(of change: ChangedText, _ tags: inout TagChanges) throws {
        let previous = TextEntities(in: change.previous?.text ?? "")
        let current = TextEntities(in: change.current?.text ?? "")
        guard previous != current else { return }
        try writeMentions(in: change.id, from: previous.mentions, to: current.mentions)
        guard let post = (change.previous ?? change.current)?.post,
            previous.tags != current.tags, try tagsPost(change)
        else { return }
        for tag in Set(previous.tags).symmetricDifference(current.tags) {
            let taggedPost = TagChanges.TaggedPost(tag: tag, post: post)
            if tags.wasTagged[taggedPost] == nil {
                tags.wasTagged[taggedPost] = try !tags.isNewPost(post) && isTagged(taggedPost)
            }
            try statement(
                current.tags.contains(tag)
                    ? "INSERT INTO post_tag VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
                    : "DELETE FROM post_tag WHERE tag = ? AND post = ? AND comment = ?"
            )
            .run(tag.name, post, change.id.commentKey)
        }
    }

    /// Updates the number of posts of each changed tag, and deletes tags without posts.
    ///
    /// Call this method once, after the rows of all texts have been written.
    ///
    /// - Parameter tags: The changes of the transaction.
    /// - Throws: A database error.
    func write(_ tags: TagChanges) throws {
        var steps: [String: Int] = [:]
        for (taggedPost, wasTagged) in tags.wasTagged {
            let isTagged = try tags.isNewPost(taggedPost.post) || isTagged(taggedPost)
            steps[taggedPost.tag.name, default: 0] += (isTagged ? 1 : 0) - (wasTagged ? 1 : 0)
        }
        try write(steps, to: "tag", "name", "post_count")
    }

    /// Returns whether any text adds the tag to the post, using a single lookup.
    private func isTagged(_ taggedPost: TagChanges.TaggedPost) throws -> Bool {
        try statement("SELECT 1 FROM post_tag WHERE tag = ? AND post = ?")
            .exists(taggedPost.tag.name, taggedPost.post)
    }

    /// Returns whether the tags in a text count as tags of its post.
    ///
    /// This is the case for captions and for comments by the post's author. Comments that the batch
    /// added are looked up only if they contain a tag.
    private func tagsPost(_ change: ChangedText) throws -> Bool {
        if let isByAuthor = change.previous?.isByAuthor ?? change.current?.isByAuthor {
            return isByAuthor
        }
        return try statement(
            """
            SELECT 1 FROM comment c JOIN post p ON p.id = c.post WHERE c.id = ? AND c.author = p.author
            """
        )
        .exists(change.id.pushID)
    }

    /// Inserts new mentions and deletes old ones.
    ///
    /// A mention is stored even if no user has the username, because a user may claim it later.
    private func writeMentions(
        in id: TextID,
        from previous: [String],
        to current: [String]
    ) throws {
        for name in Set(previous).symmetricDifference(current) {
            guard !current.contains(name) else {
                try insertMention(of: name, in: id)
                continue
            }
            try statement("DELETE FROM mention WHERE name = ? AND id = ? AND is_comment = ?")
                .run(name, id.pushID, id.isComment)
        }
    }

    /// Inserts a mention with the arrival number of its text, unless the mention already exists.
    func insertMention(of name: String, in id: TextID) throws {
        try statement(
            id.isComment
                ? """
                INSERT INTO mention SELECT ?, id, TRUE, arrival FROM comment WHERE id = ?
                ON CONFLICT DO NOTHING
                """
                : """
                INSERT INTO mention
                SELECT ?, id, FALSE, CASE WHEN is_news THEN arrival ELSE 0 END
                FROM post WHERE id = ? ON CONFLICT DO NOTHING
                """
        )
        .run(name, id.pushID)
    }
}
