import TimelineCore

extension WriteTransaction {
    /// Merges a follow or unfollow, and counts it for both users.
    ///
    /// - Parameters:
    ///   - isFollowed: whether the change follows or unfollows.
    ///   - user: the followed user, with a profile.
    ///   - change: the author and the stamp.
    /// - Throws: `DatabaseError`.
    func setFollow(_ isFollowed: Bool, of user: User.ID, from change: Change) throws {
        guard let follower = try rowID(of: change.author), let followed = try rowID(of: user) else {
            return
        }
        let register = LWWRegister(isFollowed, at: change.stamp)
        guard let step = try merge(register, into: .follows, key: follower, followed), step != 0
        else { return }
        add(step, to: .followers(of: followed))
        add(step, to: .followed(by: follower))
    }
}
