import TimelineCore

extension WriteTransaction {
    /// Deletes a user with everything they posted or wrote.
    ///
    /// Their row stays as a tombstone, so that no change from elsewhere brings the user back.
    func removeUser(_ user: User.ID) throws {
        let rowID = try ensureRow(of: user)
        batch.users[user] = nil
        batch.hasRemovedUsers = true
        // The statements below change counts in the tables, not in the batch.
        try writeCounts()
        let name = try username(of: rowID)
        let posts: [Post.ID] = try statement("SELECT id FROM post WHERE author = ?")
            .all(rowID) { $0.id(0) }
        for post in posts { try deletePost(post) }
        let comments: [Comment.ID] = try statement("SELECT id FROM comment WHERE author = ?")
            .all(rowID) { $0.id(0) }
        for comment in comments { try deleteComment(comment) }
        try writeCounts()
        try removeLikes(of: rowID)
        try removeFollows(of: rowID)
        try clearProfile(of: rowID)
        if let name { try settleUsername(name) }
        // Drops changes that wait for the user. Deletions among them still take effect.
        try applyPending(waitingFor: user)
    }

    /// Deletes the user's likes, and subtracts them from the posts of others.
    private func removeLikes(of rowID: Int64) throws {
        try statement(
            """
            UPDATE post SET like_count = like_count - 1
            WHERE id IN (SELECT post FROM post_like WHERE user = ? AND is_set)
            """
        )
        .run(rowID)
        try statement("DELETE FROM post_like WHERE user = ?").run(rowID)
    }

    /// Deletes the user's follows and followers, and subtracts them from the counts of others.
    ///
    /// The followers' versions grow, which invalidates their cached followed users.
    private func removeFollows(of rowID: Int64) throws {
        try statement(
            """
            UPDATE user SET follower_count = follower_count - 1
            WHERE id IN (SELECT followed FROM follow WHERE follower = ? AND is_set)
            """
        )
        .run(rowID)
        try statement(
            """
            UPDATE user SET following_count = following_count - 1,
                following_version = following_version + 1
            WHERE id IN (SELECT follower FROM follow WHERE followed = ? AND is_set)
            """
        )
        .run(rowID)
        try statement("DELETE FROM follow WHERE follower = ?1 OR followed = ?1").run(rowID)
    }

    /// Clears the profile and the counts; the UUID and the newest stamp stay.
    private func clearProfile(of rowID: Int64) throws {
        try statement(
            """
            UPDATE user SET is_removed = 1, username = NULL, username_stamp = NULL, shown_name = NULL,
                search_key = NULL, display_name = NULL, display_name_stamp = NULL, bio = NULL,
                bio_stamp = NULL, url = NULL, url_stamp = NULL, avatar_stamp = NULL,
                avatar_blob = NULL, avatar_media_type = NULL, avatar_width = NULL,
                avatar_height = NULL, avatar_alt = NULL, avatar_thumb_hash = NULL,
                post_count = 0, follower_count = 0, following_count = 0
            WHERE id = ?
            """
        )
        .run(rowID)
    }
}
