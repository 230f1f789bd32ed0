import TimelineCore

/// The tags that posts have gained or lost in one transaction.
///
/// Their counts are written once, at its end: several texts of a post may have the same tag, which
/// counts once.
///
/// A post that had a tag before and has it after the transaction counts nothing, in whatever order
/// texts lost and gained it; only the states at both ends matter.
struct TagChanges {
    /// Whether a post was added in this transaction.
    ///
    /// Then it had no tags before, and has lost none that it got, which saves two look-ups for
    /// each.
    let isNewPost: (Post.ID) -> Bool
    /// For each tag of a post that changed, whether the post had it before.
    fileprivate var wasTagged: [TaggedPost: Bool] = [:]

    /// Creates an empty list of changes.
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
    /// Compares the entities of both states and writes only the difference, so an edit that leaves
    /// the tags as they are writes nothing. The rows in `post_tag` and `mention` are written at
    /// once; only the counts wait.
    ///
    /// - Parameters:
    ///   - change: the text.
    ///   - tags: collects the changed tags, for ``write(_:)-(TagChanges)``.
    /// - Throws: `DatabaseError`.
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

    /// Updates the number of posts of each changed tag.
    ///
    /// Call it once, after the rows of all texts have been written. A tag without posts is deleted.
    ///
    /// - Parameter tags: the changes of the transaction.
    /// - Throws: `DatabaseError`.
    func write(_ tags: TagChanges) throws {
        var steps: [Tag: Int] = [:]
        for (taggedPost, wasTagged) in tags.wasTagged {
            let isTagged = try tags.isNewPost(taggedPost.post) || isTagged(taggedPost)
            steps[taggedPost.tag, default: 0] += (isTagged ? 1 : 0) - (wasTagged ? 1 : 0)
        }
        // A count that has gone wrong stops at 0 until a repair, instead of failing every later
        // batch.
        let upsert = try statement(
            """
            INSERT INTO tag VALUES (?1, max(0, ?2))
            ON CONFLICT DO UPDATE SET post_count = max(0, post_count + ?2)
            """
        )
        let delete = try statement("DELETE FROM tag WHERE name = ? AND post_count = 0")
        for (tag, step) in steps where step != 0 {
            try upsert.run(tag.name, step)
            if step < 0 { try delete.run(tag.name) }
        }
    }

    /// Whether any text gives a post a tag; one look-up of a range.
    private func isTagged(_ taggedPost: TagChanges.TaggedPost) throws -> Bool {
        try statement("SELECT 1 FROM post_tag WHERE tag = ? AND post = ?")
            .exists(taggedPost.tag.name, taggedPost.post)
    }

    /// Whether the tags of a text belong to its post: those of captions do, and of comments by the
    /// post's author.
    ///
    /// Comments that the batch has added are looked up only if they contain a tag.
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
    /// Whether a user has that name does not matter; a name may be claimed later.
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

    /// Inserts a mention, unless it exists; it arrived with its text.
    func insertMention(of name: String, in id: TextID) throws {
        try statement(
            id.isComment
                ? """
                INSERT INTO mention SELECT ?, id, 1, arrival FROM comment WHERE id = ?
                ON CONFLICT DO NOTHING
                """
                : """
                INSERT INTO mention SELECT ?, id, 0, iif(is_news, arrival, 0) FROM post WHERE id = ?
                ON CONFLICT DO NOTHING
                """
        )
        .run(name, id.pushID)
    }
}
