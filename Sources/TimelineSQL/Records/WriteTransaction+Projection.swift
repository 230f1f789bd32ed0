import Foundation
import TimelineCore

/// The effect of live records on the derived tables.
///
/// The rules of the live set have already been applied, so a live record sets its value
/// unconditionally.
extension WriteTransaction {
    // MARK: Records that have become live

    /// Applies a live record to the derived tables, if its users and its post exist.
    ///
    /// Otherwise, the record has no effect until they arrive, and `waiting_record` lists it.
    func project(_ stored: StoredRecord) throws {
        let author = stored.author
        switch stored.record.content {
        case .keyAdded, .keyRevoked, .commentDeleted, .commentHidden, .unknown: break
        case .profileSet(let setting): try set(setting, from: stored)
        case .accountDeleted: try projectDeletedAccount(author)
        case .postSet(let post, let content):
            guard let row = try row(of: author) else { return try wait(stored, forUser: author) }
            try setPost(post.id, by: row, content, from: stored)
        case .postDeleted(let post): try deletePost(post.id)
        case .commentAdded(_, let post, let text):
            let post = post.id
            guard let row = try row(of: author) else {
                return try wait(stored, for: post, or: author)
            }
            if try !addComment(text, on: post, by: row, from: stored) {
                try wait(stored, for: post)
            }
        case .liked(let post), .unliked(let post):
            let post = post.id
            guard let row = try row(of: author) else {
                return try wait(stored, for: post, or: author)
            }
            let isLiked = stored.record.content.kind == .liked
            if try !setLike(isLiked, of: post, by: row, from: stored) {
                try wait(stored, for: post)
            }
        case .followed(let user):
            let user = user
            guard let follower = try row(of: author) else {
                return try wait(stored, forUser: author)
            }
            guard let followed = try row(of: user) else { return try wait(stored, forUser: user) }
            try addFollow(of: followed, by: follower, from: stored)
        case .unfollowed(let user):
            guard let row = try row(of: author) else { return }
            try removeFollow(of: user, by: row.id)
        }
    }

    // MARK: Records without an effect yet

    /// Lists a record that waits for a user, unless the user has deleted their account.
    private func wait(_ stored: StoredRecord, forUser user: User.ID) throws {
        if try !isDeleted(user) { try wait(stored, for: user) }
    }

    /// Lists a reply that waits for its post or, if the post exists, for its author.
    private func wait(_ stored: StoredRecord, for post: Post.ID, or author: User.ID) throws {
        let exists = try statement("SELECT 1 FROM post WHERE id = ?").exists(post)
        try exists ? wait(stored, forUser: author) : wait(stored, for: post)
    }

    private func wait(_ stored: StoredRecord, for dependency: any StatementArgument) throws {
        batch.hasWaitingRecords = true
        try statement(
            """
            INSERT INTO waiting_record VALUES (?, ?)
            ON CONFLICT (record) DO UPDATE SET dependency = excluded.dependency
            """
        )
        .run(stored.rowID, dependency)
    }

    /// Projects the records that had no effect until a user or a post arrived, in the order of their
    /// stamps.
    ///
    /// - Parameter dependency: The ID of the user or post that has arrived.
    /// - Throws: A database error.
    func projectWaiting(for dependency: any StatementArgument) throws {
        guard batch.hasWaitingRecords else { return }
        let waiting = try statement(
            """
            SELECT \(StoredRecord.columns) FROM record
            WHERE row IN (SELECT record FROM waiting_record WHERE dependency = ?)
            """
        )
        .all(dependency, map: StoredRecord.init)
        try statement("DELETE FROM waiting_record WHERE dependency = ?").run(dependency)
        for stored in waiting.sorted(by: { $0.record < $1.record }) { try project(stored) }
    }

    // MARK: Records that are no longer live

    /// Removes the data of a record whose register no other record sets.
    func retract(_ record: VerifiedRecord) throws {
        let author = record.author
        switch record.content {
        case .profileSet(let setting): try clear(setting.field, of: author)
        case .postSet(let post, _): try retractPost(post.id)
        case .postDeleted(let post):
            try statement("DELETE FROM deleted_post WHERE id = ?").run(post.id)
        case .commentAdded: try deleteComment(Comment.ID(record.stamp))
        case .liked(let post):
            guard let row = try row(of: author) else { return }
            try removeLike(of: post.id, by: row.id)
        case .followed(let user):
            guard let row = try row(of: author) else { return }
            try removeFollow(of: user, by: row.id)
        case .keyAdded, .keyRevoked, .accountDeleted, .commentDeleted, .commentHidden, .unliked,
            .unfollowed, .unknown:
            break
        }
    }

    /// Removes a post that no record sets.
    ///
    /// Unless a record deletes the post, its replies stay live and take effect again once the post
    /// is restored. The row in `deleted_post` remains for caches.
    func retractPost(_ id: Post.ID) throws {
        try deletePost(id)
        let replies = try statement(
            """
            SELECT \(StoredRecord.columns) FROM record
            WHERE post = ? AND \(RecordColumns.concernsPost)
            """
        )
        .all(id, map: StoredRecord.init)
        for reply in replies { try project(reply) }
    }
}
