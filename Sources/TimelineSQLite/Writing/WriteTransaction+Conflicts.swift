import TimelineCore

extension WriteTransaction {
    /// Whether a change would add a post or comment under an ID that another one has.
    ///
    /// The same post or comment may arrive again; that is no conflict. IDs above the newest one
    /// before the batch are free, which saves the look-up for new items; conflicts inside the batch
    /// are found by Core.
    ///
    /// Two devices of an author can mint the same ID only if 72 random bits agree, so a conflict is
    /// a mistake or an attack. The whole batch is rejected, because applying one of the two would
    /// depend on the order of arrival (decision 2).
    ///
    /// - Parameter change: a change of the batch.
    /// - Returns: `true` for a conflict; `false` for changes that add nothing.
    /// - Throws: `DatabaseError`.
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

    /// Compares a post with the one that the store has under its ID; ThumbHashes may differ.
    ///
    /// An edit replaces the caption, so the captions of edited posts are not compared.
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

    /// The parts of a post that were edited.
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
