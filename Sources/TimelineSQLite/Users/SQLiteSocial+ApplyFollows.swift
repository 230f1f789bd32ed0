import TimelineCore

extension SQLiteSocial {
    func setFollow(_ isFollowed: Bool, of user: User.ID, _ change: Change) throws {
        guard user != change.author, let follower = try row(of: change.author, neededBy: change),
            let followed = try row(of: user, neededBy: change)
        else { return }
        let step = try set(LWWRegister(isFollowed, at: change.stamp), in: .follows) { statement in
            statement.bind(follower, at: 1)
            statement.bind(followed, at: 2)
        }
        guard let step, step != 0 else { return }
        add(step, to: .followers(of: followed))
        add(step, to: .followed(by: follower))
    }
}
