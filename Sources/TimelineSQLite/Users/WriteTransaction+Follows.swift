import TimelineCore

extension WriteTransaction {
    /// Merges a follow or unfollow, and updates the counts of both users.
    ///
    /// - Parameters:
    ///   - isFollowed: Whether the change follows the user rather than unfollowing them.
    ///   - user: The followed user, who has a profile.
    ///   - change: The change, which provides the author and the stamp.
    ///   - isForced: Whether to set the register regardless of the stored stamp.
    /// - Throws: `DatabaseError`.
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
        let step = try merge(
            register,
            into: .follows,
            key: follower,
            followed,
            isForced: isForced
        )
        guard let step, step != 0 else { return }
        add(step, to: .followers(of: followed))
        add(step, to: .followed(by: follower))
    }
}
