/// A JSON file of an Instagram archive, recognized by its name in any of the layouts.
enum InstagramFile: Sendable {
    /// Posts, since 2021: `posts_1.json`.
    case posts
    /// Posts and more, until 2020: `media.json`.
    case media
    /// Posts of an unsupported kind.
    case unsupportedPosts(EntryError)
    /// Entries that are not posts.
    case other(EntryError)
    /// Followers or followed people.
    case people

    /// Recognizes a file by its path.
    ///
    /// Returns `nil` if the file does not contain anything that is counted.
    init?(path: String) {
        let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
        guard name.hasSuffix(".json") else { return nil }
        let stem = name.dropLast(5)
        let topic = stem.prefix { !$0.isNumber }
        switch topic.last == "_" && topic.count < stem.count ? topic.dropLast() : stem {
        case "posts": self = .posts
        case "media": self = .media
        case "archived_posts": self = .unsupportedPosts(.archivedPost)
        case "stories": self = .unsupportedPosts(.story)
        case "reels", "igtv_videos": self = .unsupportedPosts(.video)
        case "profile_photos": self = .other(.profilePhoto)
        case "recently_deleted_content": self = .other(.deletedContent)
        case "post_comments", "reels_comments", "comments": self = .other(.comment)
        case "liked_posts", "liked_comments", "story_likes", "likes": self = .other(.like)
        case "message", "messages": self = .other(.message)
        case "followers", "following", "connections": self = .people
        default: return nil
        }
    }
}
