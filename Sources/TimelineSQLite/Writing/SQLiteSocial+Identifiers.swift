import TimelineCore

extension SQLiteSocial {
    /// Whether something else is kept under the identifier of a post or comment that a change adds.
    func isTaken(by change: Change) throws -> Bool {
        switch change.action {
        case .postAdded where batch.map { change.stamp > $0.newestPost } ?? false: return false
        case .commentAdded where batch.map { change.stamp > $0.newestComment } ?? false:
            return false
        case .postAdded(let content):
            return try isTaken(Post.ID(change.stamp), by: content, of: change.author)
        case .commentAdded(let post, let text):
            let id = Comment.ID(change.stamp)
            guard let kept = try comment(id) else { return false }
            return kept != Comment(id: id, post: post, author: change.author, text: text)
        default:
            return false
        }
    }

    /// An edited caption tells nothing of the first one.
    private func isTaken(
        _ id: Post.ID,
        by content: Post.Content,
        of author: User.ID
    ) throws -> Bool {
        guard let kept = try post(id, for: nil) else { return false }
        let isEdited = try !exists(
            "SELECT 1 FROM post WHERE id = ?1 AND caption_stamp = ?1",
            id.data
        )
        return kept.author.id != author || kept.place != content.place
            || !kept.photos.areSame(as: content.photos)
            || !isEdited && kept.caption != content.caption
    }
}
