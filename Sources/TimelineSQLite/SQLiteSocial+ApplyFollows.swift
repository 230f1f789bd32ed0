import GRDB
import TimelineCore

extension SQLiteSocial {
    func setFollow(_ isFollowed: Bool, of user: User.ID, _ change: Change) throws {
        guard user != change.author, let follower = try row(of: change.author, neededBy: change),
            let followed = try row(of: user, neededBy: change)
        else { return }
        let former = try setting(
            "SELECT stamp, is_set FROM follow WHERE follower = ? AND followed = ?",
            follower,
            followed
        )
        guard let step = Stamped.step(from: former, to: Stamped(isFollowed, at: change.stamp))
        else { return }
        try run(
            "INSERT OR REPLACE INTO follow VALUES (?, ?, ?, ?)",
            follower,
            followed,
            change.stamp.data,
            isFollowed
        )
        guard step != 0 else { return }
        try run("UPDATE user SET follower_count = follower_count + ? WHERE id = ?", step, followed)
        try run(
            "UPDATE user SET following_count = following_count + ? WHERE id = ?",
            step,
            follower
        )
    }
}
