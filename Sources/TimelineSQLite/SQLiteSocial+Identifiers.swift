import Foundation
import GRDB
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
        let isSame = try rows(
            """
            SELECT u.uuid, p.caption, p.caption_stamp, p.place_name, p.latitude, p.longitude
            FROM post p JOIN user u ON u.id = p.author WHERE p.id = ?
            """,
            id.data
        ) { row in
            let isEdited = row.pushID(2) != id.pushID
            return User.ID(data: row[0]) == author && place(from: row, at: 3) == content.place
                && (isEdited || row[1] == content.caption)
        }
        .first
        guard let isSame else { return false }
        return try !isSame || photos(of: id) != content.photos
    }
}
