import TimelineCore

/// Texts that contain counts, such as "3 likes".
enum CountText {
    static func likes(_ count: Int) -> String { things(count, singular: "like") }
    static func comments(_ count: Int) -> String { things(count, singular: "comment") }
    static func posts(_ count: Int) -> String { things(count, singular: "post") }
    static func photos(_ count: Int) -> String { things(count, singular: "photo") }

    /// Returns "post" or "posts", whichever agrees with the number of posts.
    static func postsWord(_ count: Int) -> String { count == 1 ? "post" : "posts" }
    static func followersWord(_ count: Int) -> String { count == 1 ? "follower" : "followers" }
    static let followingWord = "following"

    private static func things(_ count: Int, singular: String) -> String {
        switch count {
        case 0: "no \(singular)s"
        case 1: "1 \(singular)"
        default: "\(groupedDigits(of: count)) \(singular)s"
        }
    }
}
