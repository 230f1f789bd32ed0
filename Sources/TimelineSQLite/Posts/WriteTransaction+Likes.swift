import TimelineCore

extension WriteTransaction {
    /// Merges a like or unlike, and counts it for the post.
    ///
    /// - Parameters:
    ///   - isLiked: whether the change likes or unlikes.
    ///   - post: a post that exists.
    ///   - change: the author and the stamp.
    /// - Throws: `DatabaseError`.
    func setLike(_ isLiked: Bool, of post: Post.ID, from change: Change) throws {
        guard let user = try rowID(of: change.author) else { return }
        let register = LWWRegister(isLiked, at: change.stamp)
        if let step = try merge(register, into: .likes, key: post, user) {
            add(step, to: .likes(of: post))
        }
    }
}
