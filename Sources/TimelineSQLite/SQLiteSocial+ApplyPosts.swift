import Foundation
import GRDB
import TimelineCore

extension SQLiteSocial {
    func addPost(_ content: Post.Content, _ change: Change) throws {
        let id = Post.ID(change.stamp)
        guard try !exists("SELECT 1 FROM post WHERE id = ?", id.data), try !isDeleted(id),
            let author = try row(of: change.author, neededBy: change)
        else { return }
        try insertPost(id, author, content)
        for (position, photo) in content.photos.enumerated() {
            try insert(photo, at: position, of: id)
        }
        try run("UPDATE user SET post_count = post_count + 1 WHERE id = ?", author)
        try release(id.data)
    }

    private func insertPost(_ id: Post.ID, _ author: Int64, _ content: Post.Content) throws {
        try run(
            """
            INSERT INTO post (id, author, caption, caption_stamp, place_name, latitude, longitude)
            VALUES (?1, ?2, ?3, ?1, ?4, ?5, ?6)
            """,
            id.data,
            author,
            content.caption,
            content.place?.name,
            content.place?.coordinate?.latitude,
            content.place?.coordinate?.longitude
        )
    }

    private func insert(_ photo: Photo, at position: Int, of post: Post.ID) throws {
        try run(
            "INSERT INTO photo VALUES (?, ?, ?, ?, ?, ?, ?)",
            post.data,
            position,
            photo.blob.bytes,
            photo.mediaType.rawValue,
            photo.width,
            photo.height,
            photo.alt
        )
    }

    /// Only an edit by the author, made after the post, is one.
    func editCaption(of post: Post.ID, to caption: String, _ change: Change) throws {
        guard try isThere(post, neededBy: change) else { return }
        try run(
            """
            UPDATE post SET caption = ?1, caption_stamp = ?2 WHERE id = ?3 AND id < ?2
                AND author = (SELECT id FROM user WHERE uuid = ?4)
                AND (caption_stamp < ?2 OR caption_stamp = ?2 AND caption < ?1)
            """,
            caption,
            change.stamp.data,
            post.data,
            change.author.data
        )
    }

    /// Deletes a post with its photos, comments and likes (by the schema's cascade), for good.
    func deletePost(_ id: Post.ID) throws {
        try run("INSERT INTO deleted_post VALUES (?) ON CONFLICT DO NOTHING", id.data)
        try run("DELETE FROM waiting_change WHERE dependency = ?", id.data)
        let author: Int64? = try one("SELECT author FROM post WHERE id = ?", id.data)
        guard let author else { return }
        try run("DELETE FROM post WHERE id = ?", id.data)
        try run("UPDATE user SET post_count = post_count - 1 WHERE id = ?", author)
    }

    func addComment(_ text: String, on post: Post.ID, _ change: Change) throws {
        let id = Comment.ID(change.stamp)
        guard try !exists("SELECT 1 FROM comment WHERE id = ?", id.data),
            try !exists("SELECT 1 FROM deleted_comment WHERE id = ?", id.data),
            try isThere(post, neededBy: change),
            let author = try row(of: change.author, neededBy: change)
        else { return }
        try run("INSERT INTO comment VALUES (?, ?, ?, ?)", id.data, post.data, author, text)
        try run("UPDATE post SET comment_count = comment_count + 1 WHERE id = ?", post.data)
    }

    func deleteComment(_ id: Comment.ID) throws {
        try run("INSERT INTO deleted_comment VALUES (?) ON CONFLICT DO NOTHING", id.data)
        let post: Data? = try one("SELECT post FROM comment WHERE id = ?", id.data)
        guard let post else { return }
        try run("DELETE FROM comment WHERE id = ?", id.data)
        try run("UPDATE post SET comment_count = comment_count - 1 WHERE id = ?", post)
    }
}
