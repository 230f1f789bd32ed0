import Foundation
import GRDB
import TimelineCore

extension SQLiteSocial {
    func setLike(_ isLiked: Bool, of post: Post.ID, _ change: Change) throws {
        guard try isThere(post, neededBy: change),
            let user = try row(of: change.author, neededBy: change)
        else { return }
        let former = try setting(
            "SELECT stamp, is_set FROM post_like WHERE post = ? AND user = ?",
            post.data,
            user
        )
        guard let step = Stamped.step(from: former, to: Stamped(isLiked, at: change.stamp)) else {
            return
        }
        try run(
            "INSERT OR REPLACE INTO post_like VALUES (?, ?, ?, ?)",
            post.data,
            user,
            change.stamp.data,
            isLiked
        )
        guard step != 0 else { return }
        try run("UPDATE post SET like_count = like_count + ? WHERE id = ?", step, post.data)
    }

    func setting(
        _ sql: String,
        _ first: any DatabaseValueConvertible,
        _ second: any DatabaseValueConvertible
    ) throws -> Stamped<Bool>? {
        try rows(sql, first, second) { row in
            Stamped<Bool>(row[1], at: row.pushID(0) ?? .min)
        }
        .first
    }
}
