import TimelineCore

extension WriteTransaction {
    /// Merges a follow or unfollow, and updates the counts of both users and the precedence of the
    /// followed user.
    ///
    /// - Parameters:
    ///   - isFollowed: Whether the change follows the user rather than unfollowing them.
    ///   - user: The followed user, who has a profile.
    ///   - change: The change, which provides the author and the stamp.
    ///   - isForced: Whether to set the register regardless of the stored stamp.
    /// - Throws: `SQLiteError`.
    func setFollow(
        _ isFollowed: Bool,
        of user: User.ID,
        from change: Change,
        isForced: Bool = false
    ) throws {
        guard let follower = try rowID(of: change.author), let followed = try rowID(of: user) else {
            return
        }
        let register = LWWRegister(isFollowed, at: change.stamp)
        let isLocal = try isLocal(follower)
        let former = isLocal ? try stampOfFollow(by: follower, of: followed) : nil
        let step = try merge(
            register,
            into: .follows,
            key: follower,
            followed,
            isForced: isForced
        )
        guard let step else { return }
        if isLocal {
            try settlePrecedence(
                of: followed,
                replacing: former,
                with: isFollowed ? change.stamp : nil
            )
        }
        guard step != 0 else { return }
        add(step, to: .followers(of: followed))
        add(step, to: .followed(by: follower))
    }
    /// Returns the stamp of a follow, or `nil` if the user does not follow the other user.
    private func stampOfFollow(by follower: Int64, of followed: Int64) throws -> PushID? {
        try statement("SELECT stamp FROM follow WHERE follower = ? AND followed = ? AND is_set")
            .first(follower, followed) { $0.pushID(0) }
    }
}
