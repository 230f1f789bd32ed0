import ArgumentParser
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

/// Help texts for the commands that search and rank posts.
enum DiscoverHelp {
    enum Search {
        static let abstract = "Search posts, comments, users and tags."
        static let discussion = """
            Finds texts that contain all the words, ignoring case and accents. Write "golden hour" in quotation marks \
            for a phrase, sun* for a prefix, '#sunset' for a tag, and @leia for a user and mentions of them. Texts \
            with the words as you typed them come first; within each group, newer texts do.
            """
        static let words = ArgumentHelp("The words to search for.", valueName: ValueName.words)
    }

    enum Tag {
        static let abstract = "Show the posts with a tag, newest first."
        static let discussion = """
            The tags of a post are those in its caption, such as #sunset, and those in its author's comments. Case is \
            ignored, accents are not. In a shell, # starts a comment: leave it out, or quote the tag.
            """
        static let tag = ArgumentHelp("The tag, with or without #.", valueName: ValueName.tag)
    }

    enum Tags {
        static let abstract = "List tags, most used first."
        static let prefix = ArgumentHelp(
            "Only tags that start with this text.",
            valueName: ValueName.text
        )
    }

    enum Mentions {
        static let abstract = "Show the captions and comments that mention you, newest first."
        static let user = ArgumentHelp(
            "The mentioned user (default: you).",
            valueName: ValueName.username
        )
    }

    enum Near {
        static let abstract = "Show the posts near a position, newest first."
        static let position = ArgumentHelp(
            "The position in degrees, as in -33.9,18.4.",
            valueName: ValueName.position
        )
        static let radius = ArgumentHelp(
            "The distance around the position: 500m, 2km, 1.5mi.",
            valueName: ValueName.distance
        )
    }

    enum Popular {
        static let abstract = "Show the most popular posts, best first."
        static let discussion = "The score is (likes + 2 × comments) / (hours + 2)^1.8."
        static let since = ArgumentHelp(
            "Only posts at most this old: 12h, 7d, 4w.",
            valueName: ValueName.age
        )
        static let explain = ArgumentHelp("Show how each score is calculated.")
    }
}
