import TimelineCore

extension WriteTransaction {
    /// Returns whether a change would add a post or comment under an ID that another item already
    /// has.
    ///
    /// If the same post or comment arrives again, there is no conflict. IDs above the newest item
    /// before the batch are not taken, so new items need no lookup. TimelineCore finds conflicts
    /// inside the batch.
    ///
    /// Two devices of an author can mint the same ID only if 72 random bits are equal, so a
    /// conflict is a bug or an attack. The whole batch is rejected, because applying one of the two
    /// items would depend on the order of arrival (decision 2).
    ///
    /// - Parameter change: A change in the batch.
    /// - Returns: `true` if there is a conflict. Changes that add nothing cause no conflicts.
    /// - Throws: `SQLiteError`.
    func isTaken(by change: Change) throws -> Bool {
        switch change.action {
        case .postAdded where change.stamp > batch.newestPost: return false
        case .commentAdded where change.stamp > batch.newestComment: return false
        case .postAdded(let content):
            return try isTaken(Post.ID(change.stamp), by: content, of: change.author)
        case .commentAdded(let post, let text):
            let id = Comment.ID(change.stamp)
            guard let stored = try reader.comment(id) else { return false }
            return stored != Comment(id: id, post: post, author: change.author, text: text)
        default:
            return false
        }
    }

    /// Returns whether the stored post with the given ID differs from a post that is being added.
    ///
    /// ThumbHashes are ignored, and so are parts that were edited, because their original values
    /// are unknown.
    private func isTaken(
        _ id: Post.ID,
        by content: Post.Content,
        of author: User.ID
    ) throws -> Bool {
        guard let stored = try reader.post(id, for: nil) else { return false }
        let edits = try edits(of: id)
        let storedContent = Post.Content(
            caption: stored.caption,
            photos: stored.photos,
            place: stored.place
        )
        return stored.author.id != author
            || content.conflicts(with: storedContent, edited: edits)
    }

    /// Returns the parts of a post that were edited.
    func edits(of id: Post.ID) throws -> Post.Edits {
        let alts = try statement(
            "SELECT position FROM photo WHERE post = ? AND alt_stamp IS NOT NULL"
        )
        .all(id) { $0.int(0) }
        let edits = try statement(
            "SELECT caption_stamp <> id, place_stamp IS NOT NULL FROM post WHERE id = ?"
        )
        .first(id) { Post.Edits(caption: $0.bool(0), place: $0.bool(1), alts: Set(alts)) }
        return edits ?? Post.Edits()
    }
}
