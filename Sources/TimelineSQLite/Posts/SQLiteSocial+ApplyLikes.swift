import TimelineCore

extension SQLiteSocial {
    func setLike(_ isLiked: Bool, of post: Post.ID, _ change: Change) throws {
        guard try isThere(post, neededBy: change),
            let user = try row(of: change.author, neededBy: change)
        else { return }
        let step = try set(LWWRegister(isLiked, at: change.stamp), in: .likes) { statement in
            statement.bind(post.pushID, at: 1)
            statement.bind(user, at: 2)
        }
        if let step { add(step, to: .likes(of: post)) }
    }
}
