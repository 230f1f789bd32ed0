import TimelineCore

/// Messages of the commands that search and rank posts.
enum DiscoverText {
    static let nothingToSearchFor =
        "Nothing to search for. Put -- before words that start with -."
    static let noResults = "No results."

    static func noPosts(tagged tag: String) -> String { "No post has the tag \(tag) yet." }
    static let noTags = "There are no tags yet."
    static func noTags(prefix: String) -> String { "No tag starts with “\(prefix)”." }
    static func posts(_ count: Int) -> String { countText(count, "post") }

    static func noMentions(of username: String) -> String {
        "Nobody has mentioned @\(username) yet."
    }

    static func noPosts(within radius: String) -> String {
        "There are no posts within \(radius). Try a larger --radius."
    }
    static func away(_ distance: String) -> String { "\(distance) away" }

    static let invalidAge = "--since must be hours, days or weeks, as in 12h, 7d or 4w."
    static let nothingPopular = "No post has likes or comments yet."
    static let nothingPopularSince =
        "No post that recent has likes or comments. Try a longer --since."
    static func score(_ score: String, likes: Int, comments: Int, hours: String) -> String {
        "score \(score) = (\(likes) + 2 × \(comments)) / (\(hours) + 2)^1.8"
    }
}
