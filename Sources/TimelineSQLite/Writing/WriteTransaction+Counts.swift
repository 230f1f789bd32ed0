import TimelineCore

extension WriteTransaction {
    /// Changes a count at the end of the batch.
    ///
    /// - Parameters:
    ///   - step: 1 for an addition, -1 for a deletion; 0 has no effect.
    ///   - count: the count.
    func add(_ step: Int, to count: BatchCache.Count) { batch.add(step, to: count) }

    /// Writes the differences of counts that the batch has summed up.
    ///
    /// A bulk load writes an author's count once per batch instead of once per post. A row that the
    /// batch has deleted is not found, and its count is gone with it. The schema rejects a negative
    /// count, and with it the batch.
    ///
    /// - Throws: `DatabaseError`.
    func writeCounts() throws {
        for (count, step) in batch.takeCounts() where step != 0 {
            try statement(count.update).run(step, count.key)
        }
    }
}

extension BatchCache.Count {
    /// The row's key: the row ID of a user, or a post's ID.
    fileprivate var key: any StatementArgument {
        switch self {
        case .posts(let rowID), .followers(let rowID), .followed(let rowID): rowID
        case .likes(let post), .comments(let post): post
        }
    }

    /// Relative, so it is right whatever the tables contain.
    fileprivate var update: String {
        switch self {
        case .posts: "UPDATE user SET post_count = post_count + ? WHERE id = ?"
        case .followers: "UPDATE user SET follower_count = follower_count + ? WHERE id = ?"
        case .followed: "UPDATE user SET following_count = following_count + ? WHERE id = ?"
        case .likes: "UPDATE post SET like_count = like_count + ? WHERE id = ?"
        case .comments: "UPDATE post SET comment_count = comment_count + ? WHERE id = ?"
        }
    }
}
