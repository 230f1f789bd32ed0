import Foundation
import TimelineCore
import TimelineRecords

/// The effect of live records on the shared data.
///
/// A live record sets its value even if the stored stamp is higher, which can happen after a key
/// has been revoked. The rules of LWW registers have already been applied to the records.
extension WriteTransaction {
    // MARK: Records that have become live

    /// Applies a live record to the shared data, if its user and its post exist.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - rowID: The row ID of the record in `record`.
    /// - Throws: `SQLiteError`.
    func project(_ record: VerifiedRecord, rowID: Int64) throws {
        guard let change = Change(record) ?? Change(replacing: record) else { return }
        for dependency in change.dependencies {
            switch try existence(of: dependency) {
            case .present: continue
            case .missing: return try insertPendingRecord(rowID, until: dependency)
            case .deleted where try isForgotten(dependency):
                return try insertPendingRecord(rowID, until: dependency)
            case .deleted: return
            }
        }
        switch change.action {
        case .profileUpdated(let update):
            guard try !isRemoved(change.author) else { return }
            try updateProfile(update, from: change, isForced: true)
        case .profileRemoved: try removeUser(change.author)
        case .postAdded(let content): try setPost(content, from: change, record)
        case .postDeleted(let post): try deletePost(post)
        case .commentAdded(let post, let text): try addComment(text, on: post, from: change)
        case .liked(let post): try setLike(true, of: post, from: change, isForced: true)
        case .unliked(let post): try setLike(false, of: post, from: change, isForced: true)
        case .followed(let user): try setFollow(true, of: user, from: change, isForced: true)
        case .unfollowed(let user): try setFollow(false, of: user, from: change, isForced: true)
        case .commentDeleted, .captionEdited, .placeEdited, .altEdited: break
        }
    }

    /// Returns whether a post has a tombstone without a live record that deletes it, so that the
    /// post may be restored.
    private func isForgotten(_ dependency: Dependency) throws -> Bool {
        guard case .post(let post) = dependency else { return false }
        return try !isSet(.deletedPost(post.recordID))
    }

    /// Adds a post, or replaces its whole content.
    private func setPost(
        _ content: Post.Content,
        from change: Change,
        _ record: VerifiedRecord
    ) throws {
        guard let id = record.body.post.map({ Post.ID($0) }) else { return }
        let author = try statement(
            "SELECT u.uuid FROM post p JOIN user u ON u.id = p.author WHERE p.id = ?"
        )
        .first(id) { $0.userID(0) }
        if author == change.author {
            return try replaceContent(of: id, with: content, at: change.stamp)
        }
        if author != nil { try deletePost(id) }
        if batch.hasDeletedPosts {
            try statement("DELETE FROM deleted_post WHERE id = ?").run(id)
        }
        try addPost(
            content,
            from: Change(stamp: id.pushID, author: change.author, action: change.action)
        )
        guard change.stamp != id.pushID else { return }
        try statement("UPDATE post SET caption_stamp = ? WHERE id = ?").run(change.stamp, id)
    }

    // MARK: Pending records

    private func insertPendingRecord(_ rowID: Int64, until dependency: Dependency) throws {
        batch.hasPendingRecords = true
        let key: any StatementArgument =
            switch dependency {
            case .user(let user): user
            case .post(let post): post
            }
        try statement("INSERT INTO waiting_record VALUES (?, ?) ON CONFLICT DO NOTHING")
            .run(key, rowID)
    }

    /// Projects the records that were pending until a user or a post arrived, in the order of their
    /// stamps.
    ///
    /// - Parameter dependency: The ID of the user or post that has arrived or was removed.
    /// - Throws: `SQLiteError`.
    func projectPending(for dependency: any StatementArgument) throws {
        guard batch.hasPendingRecords else { return }
        let pending = try statement(
            """
            SELECT \(RecordColumns.sql), row FROM record
            WHERE row IN (SELECT record FROM waiting_record WHERE dependency = ?)
            """
        )
        .all(dependency) { (rowID: $0.int64(2), record: try VerifiedRecord($0)) }
        try statement("DELETE FROM waiting_record WHERE dependency = ?").run(dependency)
        for entry in pending.sorted(by: { $0.record < $1.record }) {
            try project(entry.record, rowID: entry.rowID)
        }
    }

    // MARK: Records that are no longer live

    /// Removes the data of a record, unless another record sets the same register.
    func retract(_ record: VerifiedRecord) throws {
        let author = User.ID(record.body.author)
        switch record.body.content {
        case .profileSet(let setting): try clear(setting.field, of: author)
        case .postSet(let post, _): try retractPost(Post.ID(post.id))
        case .postDeleted(let post):
            try statement("DELETE FROM deleted_post WHERE id = ?").run(Post.ID(post.id))
        case .commentAdded:
            let id = Comment.ID(record.body.stamp)
            try deleteComment(id)
            try statement("DELETE FROM deleted_comment WHERE id = ?").run(id)
        case .liked(let post), .unliked(let post):
            try removeLike(of: Post.ID(post.id), by: author)
        case .followed(let user), .unfollowed(let user):
            try removeFollow(of: User.ID(user), by: author)
        case .keyAdded, .keyEnded, .userLeft, .commentDeleted, .commentHidden, .unknown: break
        }
    }

    /// Clears a field of a profile.
    ///
    /// A username stays until another record sets it, because a user without a username would
    /// disappear.
    private func clear(_ field: ProfileSetting.Field, of user: User.ID) throws {
        guard let rowID = try rowID(of: user) else { return }
        switch field {
        case .username: return
        case .displayName: try clear("display_name", of: rowID)
        case .bio: try clear("bio", of: rowID)
        case .url: try clear("url", of: rowID)
        case .photo:
            try tables.setPicture(nil, of: rowID)
            try statement("UPDATE user SET avatar_stamp = NULL WHERE id = ?").run(rowID)
        }
        if field == .displayName { try updateSearchKey(of: rowID) }
    }

    private func clear(_ column: String, of rowID: Int64) throws {
        try statement("UPDATE user SET \(column) = NULL, \(column)_stamp = NULL WHERE id = ?")
            .run(rowID)
    }

    /// Removes a post that no record sets.
    ///
    /// Unless a record deletes the post, its replies stay live and take effect again once the post
    /// is restored. The tombstone remains for caches. It has no effect on records.
    private func retractPost(_ id: Post.ID) throws {
        try deletePost(id)
        let replies = try statement(
            """
            SELECT row FROM record WHERE post = ? AND \(RecordColumns.concernsPost)
                AND kind <> \(RecordKind.commentHidden.rawValue)
            """
        )
        .all(id) { $0.int64(0) }
        for rowID in replies { try insertPendingRecord(rowID, until: .post(id)) }
    }

    private func removeLike(of post: Post.ID, by author: User.ID) throws {
        guard let user = try rowID(of: author) else { return }
        let isSet = try statement("SELECT is_set FROM post_like WHERE post = ? AND user = ?")
            .first(post, user) { $0.bool(0) }
        guard let isSet else { return }
        try statement("DELETE FROM post_like WHERE post = ? AND user = ?").run(post, user)
        if isSet { add(-1, to: .likes(of: post)) }
    }

    private func removeFollow(of user: User.ID, by author: User.ID) throws {
        guard let follower = try rowID(of: author), let followed = try rowID(of: user) else {
            return
        }
        let isSet = try statement("SELECT is_set FROM follow WHERE follower = ? AND followed = ?")
            .first(follower, followed) { $0.bool(0) }
        guard let isSet else { return }
        try statement("DELETE FROM follow WHERE follower = ? AND followed = ?")
            .run(follower, followed)
        guard isSet else { return }
        if try isLocal(follower) { try settlePrecedence(of: followed) }
        add(-1, to: .followers(of: followed))
        add(-1, to: .followed(by: follower))
    }
}
