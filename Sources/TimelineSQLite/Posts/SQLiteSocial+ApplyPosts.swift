import Foundation
import GRDB
import TimelineCore

extension SQLiteSocial {
    func addPost(_ content: Post.Content, _ change: Change) throws {
        let id = Post.ID(change.stamp)
        guard try !isDeleted(id), let author = try row(of: change.author, neededBy: change) else {
            return
        }
        guard try insertPost(id, author, content) else {
            return try addThumbHashes(of: content, to: id, change.author)
        }
        batch?.addedPosts.insert(id)
        if let batch, id.pushID <= batch.newestStamp { batch.hasLatePosts = true }
        batch?.texts.add(.caption(id), content.caption, on: id)
        try insertPlace(of: id, content.place?.coordinate)
        for (position, photo) in content.photos.enumerated() {
            try insert(photo, at: position, of: id)
        }
        add(1, to: .posts(of: author))
        try release(id.data)
    }

    /// Adds a row for a post, unless there is one.
    ///
    /// - Returns: whether it was added.
    private func insertPost(
        _ id: Post.ID,
        _ author: Int64,
        _ content: Post.Content
    ) throws -> Bool {
        let statement = try HotStatement(
            """
            INSERT INTO post (id, author, caption, caption_stamp, place_name, latitude, longitude)
            VALUES (?1, ?2, ?3, ?1, ?4, ?5, ?6) ON CONFLICT DO NOTHING
            """,
            in: database
        )
        statement.bind(id.pushID, at: 1)
        statement.bind(author, at: 2)
        statement.bind(content.caption, at: 3)
        statement.bind(content.place?.name, at: 4)
        statement.bind(content.place?.coordinate?.latitude, at: 5)
        statement.bind(content.place?.coordinate?.longitude, at: 6)
        return try statement.run() > 0
    }

    private func insert(_ photo: Photo, at position: Int, of post: Post.ID) throws {
        let statement = try HotStatement(
            "INSERT INTO photo VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            in: database
        )
        statement.bind(post.pushID, at: 1)
        statement.bind(position, at: 2)
        statement.bind(photo.blob, at: 3)
        statement.bind(photo.mediaType.rawValue, at: 4)
        statement.bind(photo.width, at: 5)
        statement.bind(photo.height, at: 6)
        statement.bind(photo.alt, at: 7)
        if let hash = photo.thumbHash { statement.bind(hash, at: 8) }
        try statement.run()
    }

    /// Completes a post with the ThumbHashes that another description of it has.
    private func addThumbHashes(
        of content: Post.Content,
        to id: Post.ID,
        _ author: User.ID
    ) throws {
        guard let known = try post(id, for: nil), known.author.id == author,
            known.photos.areSame(as: content.photos)
        else { return }
        for (position, photos) in zip(known.photos, content.photos).enumerated() {
            guard let hash = Photo.merging(photos.0, photos.1).thumbHash,
                hash != photos.0.thumbHash
            else { continue }
            try run(
                "UPDATE photo SET thumb_hash = ? WHERE post = ? AND position = ?",
                hash,
                id.data,
                position
            )
        }
    }

    /// Only an edit by the author, made after the post, is one.
    func editCaption(of post: Post.ID, to caption: String, _ change: Change) throws {
        guard try isThere(post, neededBy: change) else { return }
        try willEdit(.caption(post))
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
        batch?.hasDeletedPosts = true
        batch?.addedPosts.remove(id)
        try run("DELETE FROM waiting_change WHERE dependency = ?", id.data)
        try dropPending(.post, id.pushID)
        let author: Int64? = try one("SELECT author FROM post WHERE id = ?", id.data)
        guard let author else { return }
        try willDeleteTexts(of: id)
        try deletePlace(of: id)
        try run("DELETE FROM post WHERE id = ?", id.data)
        batch?.hasDeletions = true
        add(-1, to: .posts(of: author))
    }

    func addComment(_ text: String, on post: Post.ID, _ change: Change) throws {
        let id = Comment.ID(change.stamp)
        guard try !isDeleted(id), try isThere(post, neededBy: change),
            let author = try row(of: change.author, neededBy: change)
        else { return }
        let statement = try HotStatement(
            "INSERT INTO comment VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
            in: database
        )
        statement.bind(id.pushID, at: 1)
        statement.bind(post.pushID, at: 2)
        statement.bind(author, at: 3)
        statement.bind(text, at: 4)
        guard try statement.run() > 0 else { return }
        batch?.texts.add(.comment(id), text, on: post)
        add(1, to: .comments(on: post))
    }

    private func isDeleted(_ comment: Comment.ID) throws -> Bool {
        guard batch?.hasDeletedComments != false else { return false }
        return try exists("SELECT 1 FROM deleted_comment WHERE id = ?", comment.data)
    }

    func deleteComment(_ id: Comment.ID) throws {
        try run("INSERT INTO deleted_comment VALUES (?) ON CONFLICT DO NOTHING", id.data)
        batch?.hasDeletedComments = true
        try dropPending(.comment, id.pushID)
        let posts: [Post.ID] = try rows("SELECT post FROM comment WHERE id = ?", id.data) {
            $0.identifier(0)
        }
        guard let post = posts.first else { return }
        try willDelete(.comment(id))
        try run("DELETE FROM comment WHERE id = ?", id.data)
        add(-1, to: .comments(on: post))
    }
}
