import TimelineCore

extension WriteTransaction {
    /// Merges a like or unlike, and updates the post's number of likes.
    ///
    /// - Parameters:
    ///   - isLiked: Whether the change likes the post rather than unliking it.
    ///   - post: The ID of an existing post.
    ///   - change: The change, which provides the author and the stamp.
    ///   - isForced: Whether to set the register regardless of the stored stamp.
    /// - Throws: `SQLiteError`.
    func setLike(
        _ isLiked: Bool,
        of post: Post.ID,
        from change: Change,
        isForced: Bool = false
    ) throws {
        guard let user = try rowID(of: change.author) else { return }
        let register = LWWRegister(isLiked, at: change.stamp)
        let step = try merge(register, into: .likes, key: post, user, isForced: isForced)
        if let step { add(step, to: .likes(of: post)) }
    }
}
