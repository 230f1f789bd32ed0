import TimelineCore

extension WriteTransaction {
    /// Hides a user and everything they posted or wrote, and deletes the first part of it.
    ///
    /// The user's row remains as a tombstone, so that later records cannot restore the user. The
    /// tombstone also hides the posts and comments that ``purgeDeletedAccounts(limit:)`` has not
    /// deleted yet, and excludes them from counts. Likes and follows are deleted immediately,
    /// because deleting each of them takes only a few microseconds, a hundredth of the time needed
    /// for a post and its words.
    ///
    /// All of these steps take place in the transaction of the batch (decision 26):
    ///
    /// 1. Write the counts of the batch so far, because the next steps read and change the counts
    ///    in the tables.
    /// 2. Subtract the user's comments, likes and follows from the counts of other users and their
    ///    posts, and delete the likes and follows.
    /// 3. Clear the profile and set `is_deleted`. From now on, queries hide the user.
    /// 4. Update the displayed usernames of other claimants, because the next older claim may now
    ///    be displayed without a suffix.
    /// 5. Delete up to 500 posts and comments.
    ///
    /// Removing a user again has no further effect. Removing an unknown user leaves a tombstone.
    ///
    /// - Parameter user: The ID of the user to remove.
    /// - Throws: A database error.
    func projectDeletedAccount(_ user: User.ID) throws {
        let rowID = try ensureRow(of: user)
        batch.users[user] = nil
        batch.hasDeletedAccounts = true
        try statement("DELETE FROM waiting_record WHERE dependency = ?").run(user)
        // The statements below change the counts in the tables, not those in the batch.
        try writeCounts()
        let name = try username(of: rowID)
        try uncountComments(of: rowID)
        try removeLikes(of: rowID)
        try removeFollows(of: rowID)
        try clearProfile(of: rowID)
        if let name { try assignUsername(name) }
        // The caller knows this user's blobs (`SocialReader.blobs(releasedBy:)`), but not those of
        // other deleted accounts, so their posts are left for the purge that follows.
        _ = try purge(limit: Self.purgedAtOnce, from: "u.id = ?", rowID)
    }

    /// Removes the data of a user whose username no record sets.
    ///
    /// Their records stay live, and take effect again once the user has a username.
    func hideUser(_ user: User.ID, _ rowID: Int64) throws {
        guard let name = try username(of: rowID) else { return }
        batch.users[user] = nil
        try writeCounts()
        let posts: [Post.ID] = try statement("SELECT id FROM post WHERE author = ?")
            .all(rowID) { $0.id(0) }
        for post in posts { try deletePost(post) }
        let comments: [Comment.ID] = try statement("SELECT id FROM comment WHERE author = ?")
            .all(rowID) { $0.id(0) }
        for comment in comments { try deleteComment(comment) }
        try writeCounts()
        try removeLikes(of: rowID)
        try removeFollows(of: rowID)
        try statement(
            """
            UPDATE user SET username = NULL, username_stamp = NULL, shown_name = NULL,
                search_key = NULL, arrival = 0, follower_count = 0, following_count = 0
            WHERE id = ?
            """
        )
        .run(rowID)
        try tables.clearFollowParts(of: rowID)
        try assignUsername(name)
        let records = try statement(
            """
            SELECT \(StoredRecord.columns) FROM record WHERE scope = ?1
            UNION ALL
            SELECT \(StoredRecord.columns) FROM record WHERE author = ?1 AND author <> scope
            """
        )
        .all(user, map: StoredRecord.init)
        for stored in records where !stored.record.introducesAuthor {
            try project(stored)
        }
        for follow in try reader.follows(by: nil, of: user) {
            let stored = try statement("SELECT \(StoredRecord.columns) FROM record WHERE id = ?")
                .first(follow.id, map: StoredRecord.init)
            if let stored = stored ?? nil { try project(stored) }
        }
    }

    /// Returns whether a user has deleted their account, and has a tombstone.
    func isDeleted(_ user: User.ID) throws -> Bool {
        guard batch.hasDeletedAccounts else { return false }
        return try statement("SELECT 1 FROM user WHERE uuid = ? AND is_deleted").exists(user)
    }

    /// The maximum number of posts and comments that a removal deletes in its own transaction.
    ///
    /// Deleting them takes up to a tenth of a second.
    private static let purgedAtOnce = 500

    /// Deletes posts and comments by deleted accounts.
    ///
    /// This includes users with a removal that was interrupted. The counts of users and posts do
    /// not change, because the removal has already subtracted the comments, and the posts of
    /// deleted accounts are not counted. A post's likes and all comments on it are deleted along
    /// with the post.
    ///
    /// To find the next posts, the query reads one entry of `user_deleted` and makes one seek in
    /// `post_author` for each deleted account, even if the user has no posts left.
    ///
    /// - Parameter limit: The maximum number of posts and comments to delete. Values below 1 delete
    ///   nothing.
    /// - Returns: The blobs that the deleted posts referenced, or `nil` if nothing was left to
    ///   delete.
    /// - Throws: A database error.
    func purgeDeletedAccounts(limit: Int) throws -> [BlobID]? {
        try purge(limit: limit, from: ReadTransaction.isDeletedSQL(connection.dialect))
    }

    /// Deletes posts and comments by users that satisfy a condition.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of posts and comments to delete. Values below 1 delete
    ///     nothing.
    ///   - condition: A condition on the row `u` of a user.
    ///   - arguments: The arguments of the condition.
    /// - Returns: The blobs that the deleted posts referenced, or `nil` if nothing was left to
    ///   delete.
    /// - Throws: A database error.
    private func purge(
        limit: Int,
        from condition: String,
        _ arguments: Int64...
    ) throws -> [BlobID]? {
        func remaining<ID>(_ table: String, limit: Int, id: (ResultRow) -> ID) throws -> [ID] {
            try statement(
                """
                SELECT t.id FROM user u CROSS JOIN \(table) t ON t.author = u.id
                WHERE \(condition) LIMIT ?
                """
            )
            .all(arguments, limit) { id($0) }
        }
        // Read one item even if the limit is below 1, to determine whether anything is left.
        let count = max(1, limit)
        let posts: [Post.ID] = try remaining("post", limit: count) { $0.id(0) }
        var blobs: [BlobID] = []
        for post in posts where limit > 0 {
            blobs += try statement(
                """
                SELECT blob FROM photo WHERE post = ?1 UNION ALL
                SELECT preview_blob FROM photo WHERE post = ?1 AND preview_blob IS NOT NULL
                """
            )
            .all(post) { $0.blobID(0) }
            try deletePost(post)
        }
        // Comments on these posts are gone, and leave no tombstones.
        let comments: [Comment.ID] = try remaining("comment", limit: count - posts.count) {
            $0.id(0)
        }
        guard !posts.isEmpty || !comments.isEmpty else { return nil }
        for comment in comments where limit > 0 { try deleteComment(comment) }
        return blobs
    }

    /// Subtracts the user's comments from the counts of posts.
    ///
    /// The statement groups the comments by post. It also changes the counts of the user's own
    /// posts, which are hidden.
    private func uncountComments(of rowID: Int64) throws {
        try statement(
            """
            UPDATE post SET comment_count = comment_count - own.count
            FROM (SELECT post, count(*) AS count FROM comment WHERE author = ? GROUP BY post) own
            WHERE own.post = post.id
            """
        )
        .run(rowID)
    }

    /// Deletes the user's likes, which the `post_like_user` index finds, and subtracts them from
    /// the counts of posts.
    private func removeLikes(of rowID: Int64) throws {
        try statement(
            """
            UPDATE post SET like_count = like_count - 1
            WHERE id IN (SELECT post FROM post_like WHERE user = ?)
            """
        )
        .run(rowID)
        try statement("DELETE FROM post_like WHERE user = ?").run(rowID)
    }

    /// Deletes the user's follows and followers, subtracts them from the counts of other users, and
    /// updates the precedence of usernames that follows from them.
    ///
    /// The user's own counts are cleared along with the profile.
    private func removeFollows(of rowID: Int64) throws {
        try statement(
            """
            UPDATE user SET follower_count = follower_count - 1
            WHERE id IN (SELECT followed FROM follow WHERE follower = ?)
            """
        )
        .run(rowID)
        try statement(
            """
            UPDATE user SET following_count = following_count - 1
            WHERE id IN (SELECT follower FROM follow WHERE followed = ?)
            """
        )
        .run(rowID)
        let followed = try isLocal(rowID) ? tables.followed(by: rowID) : []
        try statement("DELETE FROM follow WHERE follower = ?1 OR followed = ?1").run(rowID)
        for user in followed + [rowID] { try updatePrecedence(of: user) }
    }

    /// Clears the profile and the counts, but not the UUID or the newest stamp.
    ///
    /// - Parameters:
    ///   - rowID: The user's row ID.
    ///   - isKeepingCounts: Whether the counts stay.
    ///   - isDeleted: Whether the row becomes a tombstone. If not, the profile may arrive again.
    /// - Throws: A database error.
    func clearProfile(
        of rowID: Int64,
        keepingCounts isKeepingCounts: Bool = false,
        isDeleted: Bool = true
    ) throws {
        try statement(
            """
            UPDATE user SET is_deleted = ?2, username = NULL, username_stamp = NULL, shown_name = NULL,
                search_key = NULL, arrival = 0, display_name = NULL, bio = NULL, url = NULL,
                avatar_stamp = NULL,
                avatar_blob = NULL, avatar_media_type = NULL, avatar_width = NULL,
                avatar_height = NULL, avatar_alt = NULL, avatar_thumb_hash = NULL,
                avatar_byte_count = NULL, avatar_preview_blob = NULL,
                avatar_preview_byte_count = NULL
            WHERE id = ?1
            """
        )
        .run(rowID, isDeleted)
        guard !isKeepingCounts else { return }
        try tables.deleteParts(of: rowID)
        try statement(
            """
            UPDATE user SET post_count = 0, follower_count = 0, following_count = 0 WHERE id = ?
            """
        )
        .run(rowID)
    }
}

extension ReadTransaction {
    /// The condition that the user of the row `u` has deleted their account.
    ///
    /// What a deleted account posted loses its pictures, so a damaged row must not suffice.
    fileprivate static func isDeletedSQL(_ dialect: SQLDialect) -> String {
        """
        u.is_deleted AND EXISTS (
            SELECT 1 FROM record WHERE \(dialect.isRegister("CAST(x'01' || u.uuid AS BLOB)"))
        )
        """
    }

    /// Returns whether users with deleted accounts have left posts or comments behind.
    package func hasDataOfDeletedAccounts() throws -> Bool {
        try statement(
            """
            SELECT 1 FROM user u WHERE \(Self.isDeletedSQL(connection.dialect))
                AND (EXISTS (SELECT 1 FROM post WHERE author = u.id)
                    OR EXISTS (SELECT 1 FROM comment WHERE author = u.id))
            """
        )
        .exists()
    }
}
