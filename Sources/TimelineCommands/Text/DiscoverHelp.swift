import ArgumentParser

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
