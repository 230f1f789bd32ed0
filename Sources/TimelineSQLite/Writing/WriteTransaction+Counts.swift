import TimelineCore

extension WriteTransaction {
    /// Queues a change to a count, which ``writeCounts()`` writes at the end of the batch.
    ///
    /// - Parameters:
    ///   - step: The difference: 1 for an addition, -1 for a deletion, or 0 for no change.
    ///   - count: The count to change.
    func add(_ step: Int, to count: BatchState.Count) { batch.add(step, to: count) }

    /// Writes the differences in counts that the batch has accumulated.
    ///
    /// During a bulk load, an author's count is therefore written once per batch rather than once
    /// per post. If the batch has deleted a row, its count no longer exists, and the difference is
    /// ignored. The schema rejects negative counts, and thereby the whole batch.
    ///
    /// - Throws: `SQLiteError`.
    func writeCounts() throws {
        for (count, step) in batch.takeCounts() where step != 0 {
            try statement(count.update).run(step, count.key)
        }
    }
}

extension BatchState.Count {
    /// The key of the row: the row ID of a user, or the ID of a post.
    fileprivate var key: any StatementArgument {
        switch self {
        case .posts(let rowID), .followers(let rowID), .followed(let rowID): rowID
        case .likes(let post), .comments(let post): post
        }
    }

    /// The statement that adds a difference to the stored count.
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
